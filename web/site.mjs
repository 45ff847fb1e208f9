// Builds the folder to publish:   node web/site.mjs --build build-web --out build-web/site
// The page (index.html with the lesson's text in it), the two WASM modules, our own modules and style, and Brotli and gzip copies of all for
// hosts that serve them. Only relative addresses: it works from any folder of any host. Files that did not change are left alone.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const { values: { build, out, lessons } } = parseArgs({ options: {
  build: { type: 'string', default: join(home, 'build-web') },
  out: { type: 'string', default: join(home, 'build-web/site') },
  lessons: { type: 'string', default: join(home, 'lessons/content') },
} });

export const kOwnFiles = ['page.css', 'icon.svg', 'page.mjs', 'platform.mjs', 'mirror.mjs', 'text_field.mjs', 'runner_client.mjs', 'runner_worker.mjs', 'run_graph.mjs'];
const kBuilt = ['ui.mjs', 'ui.wasm', 'runner.mjs', 'runner.wasm', 'packages.txt', 'licences.txt'];
// What the first frame waits for, in the order in which the browser should ask for it.
const kFirst = ['page.mjs', 'ui.mjs', 'platform.mjs', 'mirror.mjs', 'text_field.mjs', 'runner_client.mjs'];

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && entry.name !== 'README.md')
    .map((entry) => join(entry.path, entry.name)).sort();
}

/// A lesson file, what lesson_html says of it, and where its page is. The first is the page of the folder itself.
function readLesson(file) {
  const told = JSON.parse(execFileSync('node', [join(build, 'lesson_html.js'), file], { maxBuffer: 1 << 26 }));
  return { file, told, place: 'lessons/' + relative(lessons, file).replaceAll('\\', '/') };
}

/// The list of lessons, where there is more than one: what the app's lesson switcher is made of, and readable without it.
const navigation = (course, lesson, root) => course.length < 2 ? '' : `<nav class="lessons" aria-label="Lessons"><ol>\n${course.map((other) =>
  `<li><a href="${root}${other.page}"${other === lesson ? ' aria-current="page"' : ''}>${escaped(other.told.title)}</a></li>`).join('\n')}\n</ol></nav>`;

function page(course, lesson, root) {
  const { told } = lesson;
  const fill = {
    nav: navigation(course, lesson, root),
    lang: escaped(told.lang), title: escaped(told.title), summary: escaped(told.summary.slice(0, 300)),
    csp: escaped(readFileSync(join(home, 'web/csp.txt'), 'utf8').trim()), root, lesson: lesson.place,
    'ui-bytes': String(readFileSync(join(build, 'ui.wasm')).length), html: (told.has_title ? '' : `<h1>${escaped(told.title)}</h1>\n`) + told.html.trim(),
    preload: [...kFirst.map((name) => `<link rel="modulepreload" href="${root}${name}">`),
      ...['ui.wasm', lesson.place].map((name) => `<link rel="preload" href="${root}${name}" as="fetch" crossorigin>`)].join('\n'),
  };
  return readFileSync(join(home, 'index.html'), 'utf8').replace(/<!-- The page of one lesson[^]*?-->\n/, '').replace(/\{\{([a-z-]+)\}\}/g, (_, key) => fill[key]);
}

const written = new Set();

function put(name, content) {
  const data = Buffer.from(content), path = join(out, name);
  written.add(name);
  for (const suffix of ['.br', '.gz']) written.add(name + suffix);
  if (existsSync(path) && readFileSync(path).equals(data) && existsSync(path + '.br')) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
  writeFileSync(path + '.br', brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length } }));
  writeFileSync(path + '.gz', gzipSync(data, { level: 9 }));
}

/// Our modules go out without their comment lines: those are for who reads the sources, and every byte here stands before the first frame.
const bare = (name, text) => name.endsWith('.mjs') ? text.replace(/^ *\/\/.*\n/gm, '') : text;
for (const name of kOwnFiles) put(name, bare(name, readFileSync(join(home, 'web', name), 'utf8')));
for (const name of kBuilt) if (existsSync(join(build, name))) put(name, readFileSync(join(build, name)));
// In the order that `order: 3` in the front matter says; the others behind them, by name.
const found = markdownFiles(lessons).map(readLesson).sort((a, b) => a.told.order - b.told.order);
if (!found.length) throw new Error(`site: no lesson in ${lessons}`);
found.forEach((lesson, i) => lesson.page = i ? lesson.place.replace(/\.md$/, '.html') : './');
for (const lesson of found) put(lesson.place, readFileSync(lesson.file));
put('index.html', page(found, found[0], './'));
for (const lesson of found.slice(1)) put(lesson.page, page(found, lesson, '../'.repeat(lesson.place.split('/').length - 1)));

// What an earlier build left behind does not get published.
for (const entry of readdirSync(out, { withFileTypes: true, recursive: true })) {
  const name = relative(out, join(entry.path, entry.name)).replaceAll('\\', '/');
  if (entry.isFile() && !written.has(name)) rmSync(join(out, name));
}
const stamp = createHash('sha256');
for (const name of [...written].sort()) if (existsSync(join(out, name))) stamp.update(readFileSync(join(out, name)));
console.log(`site: ${found.length} lesson${found.length > 1 ? 's' : ''}, ${stamp.digest('hex').slice(0, 12)}`);
