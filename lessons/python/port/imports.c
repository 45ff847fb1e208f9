// `import` finds its files in a table in memory (the embedded packages); there are no other files.
#include <string.h>
#include "py/builtin.h"
#include "py/lexer.h"
#include "py/mperrno.h"
#include "py/runtime.h"
#include "port.h"

static const port_file_t *find(const char *path) {
    for (size_t i = 0; i < port_file_count; i++) {
        if (strcmp(port_files[i].path, path) == 0) {
            return &port_files[i];
        }
    }
    return NULL;
}

mp_import_stat_t mp_import_stat(const char *path) {
    if (find(path) != NULL) {
        return MP_IMPORT_STAT_FILE;
    }
    size_t n = strlen(path);
    for (size_t i = 0; i < port_file_count; i++) {
        if (strncmp(port_files[i].path, path, n) == 0 && port_files[i].path[n] == '/') {
            return MP_IMPORT_STAT_DIR;
        }
    }
    return MP_IMPORT_STAT_NO_EXIST;
}

mp_lexer_t *mp_lexer_new_from_file(qstr name) {
    const port_file_t *f = find(qstr_str(name));
    if (f == NULL) {
        mp_raise_OSError(MP_ENOENT);
    }
    return mp_lexer_new_from_str_len(name, f->text, f->bytes, 0);
}

static mp_obj_t no_open(size_t n, const mp_obj_t *args, mp_map_t *kwargs) {
    (void)n;
    (void)args;
    (void)kwargs;
    mp_raise_msg(&mp_type_OSError, MP_ERROR_TEXT("files are not available here"));
}
MP_DEFINE_CONST_FUN_OBJ_KW(mp_builtin_open_obj, 1, no_open);
