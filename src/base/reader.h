/* reader.h - what the readers of our own files share: complaints with their place, words and strings,
 * and tables of clauses. A file is s-expressions (sexpr.h), and most are lists of rows, each of a
 * word, a name and clauses:
 *
 *     (pet rex (legs 4) (likes "bones" "walks"))
 *
 * What a row may have is a table. Its reader is that table, a function for each clause that is more
 * than a few strings, and a loop:
 *
 *     typedef struct pet {
 *         const char *name;
 *         uint32_t legs;
 *         text_vec_t likes;
 *     } pet_t;
 *
 *     static void clause_legs(reader_t *r, uint32_t list, void *into) {
 *         uint64_t legs;
 *         if (!sexpr_uint(reader_at(r, list + 2), 8, &legs))
 *             reader_expected(r, list + 2, "a number up to 8");
 *         else
 *             ((pet_t *)into)->legs = (uint32_t)legs;
 *     }
 *
 *     static const clause_t clauses[] = {
 *         {"legs", "(legs NUMBER)", 1, 1, CLAUSE_NEEDED, clause_legs, 0},
 *         {"likes", "(likes \"THING\"...)", 1, CLAUSE_ANY, CLAUSE_REPEATED,
 *          CLAUSE_STRINGS(pet_t, likes)},
 *     };
 *     static const clause_table_t table = {
 *         .row = "this pet", .clauses = clauses, .count = sizeof clauses / sizeof *clauses};
 *
 *     reader_t r = {.tree = &tree, .texts = &texts, .diags = &diags};
 *     for (uint32_t i = 0; i < tree.nodes.len; i = reader_next(&r, i)) {
 *         pet_t pet = {0};
 *         if (!reader_begins(&r, i, "pet", "NAME"))
 *             continue;
 *         pet.name = reader_word(&r, i + 2);
 *         reader_clauses(&r, i, &table, &pet);
 *     }
 *     return r.mistakes == 0;
 *
 * A node is told by its index in the tree. The members of a list follow it, so the word of a row or
 * of a clause is list + 1, and what stands after it list + 2.
 *
 * The reader goes on after a mistake, so that a user sees all of them at once. All functions that
 * complain return false, or NULL, when they did. */
#ifndef BASE_READER_H
#define BASE_READER_H

#include "base/arena.h"
#include "base/sexpr.h"

typedef struct reader {
    const sexpr_tree_t *tree;
    arena_t *texts;     /* words and strings are copied to it */
    diag_list_t *diags; /* NULL: mistakes are only counted */
    uint32_t mistakes;
    bool empty_texts; /* a string, or |quoted| word, may be empty */
} reader_t;

static inline const sexpr_t *reader_at(const reader_t *r, uint32_t node) {
    return sexpr_at(r->tree, node);
}

/* The node that follows this one and its members; of a list, where its members end. */
static inline uint32_t reader_next(const reader_t *r, uint32_t node) {
    return sexpr_next(r->tree, node);
}

static inline bool reader_is_list(const reader_t *r, uint32_t node) {
    return sexpr_is_list(reader_at(r, node));
}

/* Whether it is a list, and the number of its members from least to most. */
bool reader_has_members(const reader_t *r, uint32_t node, uint32_t least, uint32_t most);

/* --- complaints --- */

/* Adds a message about the node, and is false. */
bool reader_fail(reader_t *r, uint32_t node, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* "expected WHAT, not 'the node'", of which no more is shown than 40 bytes of its first line. */
bool reader_expected(reader_t *r, uint32_t node, const char *what);

/* --- atoms --- */

/* Whether the node is a symbol that is not |quoted|. what is for the message: "a name". */
bool reader_symbol(reader_t *r, uint32_t node, const char *what);

/* A symbol, quoted or not; a string, with its "" undone. NULL for anything else. */
const char *reader_word(reader_t *r, uint32_t node);
const char *reader_string(reader_t *r, uint32_t node);

/* Appends the strings from a member of the list to its end; the mem of the vector is the tree's. */
void reader_strings(reader_t *r, uint32_t first, uint32_t list, text_vec_t *out);

/* --- clauses --- */

enum { CLAUSE_ANY = UINT32_MAX };

typedef enum {
    CLAUSE_OPTIONAL, /* at most once */
    CLAUSE_NEEDED,   /* once */
    CLAUSE_REPEATED  /* any number of times */
} clause_times_t;

/* Reads the clause whose list this is into an object, or a field of it. */
typedef void clause_reader_t(reader_t *r, uint32_t list, void *into);

typedef struct clause {
    const char *word;
    const char *form;     /* for messages: "(legs NUMBER)" */
    uint32_t least, most; /* members after the word; CLAUSE_ANY: any number */
    clause_times_t times;
    clause_reader_t *read; /* when the members are as many as they should be; NULL: nothing to do */
    size_t offset;         /* of the field in the object */
} clause_t;

typedef struct clause_table {
    const char *row; /* for messages: "this pet" */
    const clause_t *clauses;
    uint32_t count;
    const struct clause_table *shared; /* clauses that it has, too; NULL: none */
    bool open; /* other words are passed over: files of newer versions have them */
} clause_table_t;

/* The last two columns for a field that is one string, one word, any number of strings, or the node
 * of the clause: they fit fields of these types alone. */
#define CLAUSE_STRING(type, field) clause_string, CLAUSE_FIELD(type, field, const char *)
#define CLAUSE_WORD(type, field) clause_word, CLAUSE_FIELD(type, field, const char *)
#define CLAUSE_STRINGS(type, field) clause_strings, CLAUSE_FIELD(type, field, text_vec_t)
#define CLAUSE_NODE(type, field) clause_node, CLAUSE_FIELD(type, field, uint32_t)

/* The offset of a field; does not compile when the field is of another type. */
#define CLAUSE_FIELD(type, field, field_type)                                                      \
    (offsetof(type, field) + 0 * sizeof(1 ? &((type *)NULL)->field : (field_type *)NULL))

void clause_string(reader_t *r, uint32_t list, void *into);
void clause_word(reader_t *r, uint32_t list, void *into);
void clause_strings(reader_t *r, uint32_t list, void *into);
void clause_node(reader_t *r, uint32_t list, void *into);

/* Whether the list is (WORD NAME ...), NAME being anything; name is what the message calls it. */
bool reader_begins(reader_t *r, uint32_t list, const char *word, const char *name);

/* Reads the clauses of such a list: all members after the name. */
bool reader_clauses(reader_t *r, uint32_t list, const clause_table_t *table, void *into);

#endif
