// `import` finds its files in a table in memory (the embedded packages); there are no other files.
#include <string.h>
#include "py/builtin.h"
#include "py/lexer.h"
#include "py/mperrno.h"
#include "py/runtime.h"
#include "port.h"

const char *(*port_fetch_later)(void);

static const port_file_t *find(const char *path) {
    for (size_t i = 0; i < port_file_count; i++) {
        if (strcmp(port_files[i].path, path) == 0) {
            return &port_files[i];
        }
    }
    return NULL;
}

static const port_later_file_t *find_later(const char *path) {
    for (size_t i = 0; i < port_later_count; i++) {
        if (strcmp(port_later_files[i].path, path) == 0) {
            return &port_later_files[i];
        }
    }
    return NULL;
}

static bool is_in(const char *file, const char *folder, size_t n) {
    return strncmp(file, folder, n) == 0 && file[n] == '/';
}

mp_import_stat_t mp_import_stat(const char *path) {
    if (find(path) != NULL || find_later(path) != NULL) {
        return MP_IMPORT_STAT_FILE;
    }
    size_t n = strlen(path);
    for (size_t i = 0; i < port_file_count; i++) {
        if (is_in(port_files[i].path, path, n)) {
            return MP_IMPORT_STAT_DIR;
        }
    }
    for (size_t i = 0; i < port_later_count; i++) {
        if (is_in(port_later_files[i].path, path, n)) {
            return MP_IMPORT_STAT_DIR;
        }
    }
    return MP_IMPORT_STAT_NO_EXIST;
}

// The texts are fetched once in the life of the module. What belongs to another build (the site was published anew meanwhile) is not used.
static const char *later_texts(void) {
    static const char *texts;
    if (texts == NULL) {
        texts = port_fetch_later ? port_fetch_later() : NULL;
        if (texts == NULL) {
            mp_raise_msg(&mp_type_ImportError, MP_ERROR_TEXT("this package could not be downloaded: look at the connection, then run the program again"));
        }
        if (strncmp(texts, port_later_stamp, strlen(port_later_stamp)) != 0 || strlen(texts) != port_later_bytes) {
            texts = NULL;
            mp_raise_msg(&mp_type_ImportError, MP_ERROR_TEXT("this package is of another version of the page: reload the page"));
        }
    }
    return texts;
}

mp_lexer_t *mp_lexer_new_from_file(qstr name) {
    const char *path = qstr_str(name);
    const port_file_t *f = find(path);
    if (f != NULL) {
        return mp_lexer_new_from_str_len(name, f->text, f->bytes, 0);
    }
    const port_later_file_t *later = find_later(path);
    if (later == NULL) {
        mp_raise_OSError(MP_ENOENT);
    }
    return mp_lexer_new_from_str_len(name, later_texts() + later->offset, later->bytes, 0);
}

static mp_obj_t no_open(size_t n, const mp_obj_t *args, mp_map_t *kwargs) {
    (void)n;
    (void)args;
    (void)kwargs;
    mp_raise_msg(&mp_type_OSError, MP_ERROR_TEXT("files are not available here"));
}
MP_DEFINE_CONST_FUN_OBJ_KW(mp_builtin_open_obj, 1, no_open);
