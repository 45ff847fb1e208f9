#!/usr/bin/env python3
"""A web server for the site on this machine: right types, Brotli and gzip copies where the browser takes them, the strict
Content-Security-Policy as a header. `./dev serve` and the browser tests use it; publishing needs none of this, any static host will do.

    web/serve.py FOLDER [--port 8000]"""

import argparse, functools, http.server, sys
from pathlib import Path

CSP = (Path(__file__).parent / "csp.txt").read_text().strip()
TYPES = {".wasm": "application/wasm", ".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml",
         ".html": "text/html; charset=utf-8", ".md": "text/markdown; charset=utf-8", ".json": "application/json"}


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}
    protocol_version = "HTTP/1.1"

    def send_head(self):
        """As the library's, but with a compressed copy in place of the file when there is one and the browser takes it."""
        self.encoding = None
        path = Path(self.translate_path(self.path))
        if path.is_file():
            accepted = {word.split(";")[0].strip() for word in self.headers.get("Accept-Encoding", "").split(",")}
            for encoding, suffix in ("br", ".br"), ("gzip", ".gz"):
                copy = path.with_name(path.name + suffix)
                if encoding in accepted and copy.is_file():
                    self.encoding = encoding
                    kind = self.guess_type(str(path))
                    data = copy.open("rb")
                    self.send_response(200)
                    self.send_header("Content-Type", kind)
                    self.send_header("Content-Length", str(copy.stat().st_size))
                    self.send_header("Content-Encoding", encoding)
                    self.send_header("Vary", "Accept-Encoding")
                    self.end_headers()
                    return data
        return super().send_head()

    def end_headers(self):
        self.send_header("Cache-Control", "no-cache")                             # a rebuilt site shows at the next reload
        self.send_header("Content-Security-Policy", CSP + "; frame-ancestors 'self'")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):                    # a browser that went away is no error
            super().handle_error(request, client_address)


def open_server(folder, port=None):
    """A server on localhost only; without a port, on the first free one from 8000."""
    for candidate in range(8000, 8100) if port is None else [port]:
        try:
            return Server(("127.0.0.1", candidate), functools.partial(SiteHandler, directory=str(folder)))
        except OSError:
            continue
    sys.exit(f"serve: port {port} is taken" if port else "serve: no free port; choose one with --port")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--port", type=int, help="0 for any")
    options = parser.parse_args()
    server = open_server(options.folder, options.port)
    print(f"http://localhost:{server.server_port}/", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
