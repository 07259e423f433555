#include "mutate/engine/mutant.h"

#include "base/bug.h"

void mutant_init(mutant_t *mutant, mem_t *mem) {
    *mutant = (mutant_t){.mem = mem, .reason = ""};
    strbuf_init(&mutant->text, mem);
    strbuf_init(&mutant->recipe, mem);
}

void mutant_done(mutant_t *mutant) {
    vec_free(mutant->mem, &mutant->edits);
    strbuf_done(&mutant->text);
    strbuf_done(&mutant->recipe);
}

void mutant_start(mutant_t *mutant, const seed_t *first, const seed_t *second) {
    mutant->seeds[0] = first;
    mutant->seeds[1] = second;
    mutant->edits.len = 0;
    mutant->claim = CLAIM_NONE;
    mutant->reason = "";
    strbuf_clear(&mutant->text);
    strbuf_clear(&mutant->recipe);
}

static bool add_edit(mutant_t *mutant, uint32_t seed, uint32_t start, uint32_t end,
                     const char *text, size_t len, bool required) {
    assert(seed < 2 && mutant->seeds[seed] != NULL);
    assert(start <= end && end <= mutant->seeds[seed]->len);
    /* Its place among the edits: they are few, and mostly come in order. */
    uint32_t at = mutant->edits.len;
    while (at > 0) {
        const edit_t *before = &mutant->edits.data[at - 1];
        if (before->seed < seed || (before->seed == seed && before->start < start) ||
            (before->seed == seed && before->start == start && before->end <= start))
            break;
        at--;
    }
    if (at > 0 && mutant->edits.data[at - 1].seed == seed && mutant->edits.data[at - 1].end > start)
        return false;
    if (at < mutant->edits.len && mutant->edits.data[at].seed == seed &&
        mutant->edits.data[at].start < end)
        return false;
    (void)vec_push(mutant->mem, &mutant->edits);
    for (uint32_t i = mutant->edits.len - 1; i > at; i--)
        mutant->edits.data[i] = mutant->edits.data[i - 1];
    mutant->edits.data[at] = (edit_t){.seed = (uint16_t)seed,
                                      .required = required,
                                      .start = start,
                                      .end = end,
                                      .text = (uint32_t)mutant->text.len,
                                      .len = (uint32_t)len};
    strbuf_add(&mutant->text, text, len);
    return true;
}

bool mutant_replace(mutant_t *mutant, uint32_t seed, uint32_t start, uint32_t end, const char *text,
                    size_t len) {
    return add_edit(mutant, seed, start, end, text, len, false);
}

bool mutant_require(mutant_t *mutant, uint32_t seed, uint32_t start, uint32_t end, const char *text,
                    size_t len) {
    return add_edit(mutant, seed, start, end, text, len, true);
}

bool mutant_undo(mutant_t *mutant, const uint32_t *places, uint32_t count) {
    uint32_t undoable = 0;
    for (uint32_t i = 0; i < mutant->edits.len; i++)
        undoable += !mutant->edits.data[i].required;
    for (uint32_t i = 0; i < count; i++)
        if (places[i] >= mutant->edits.len || (i > 0 && places[i] <= places[i - 1]) ||
            mutant->edits.data[places[i]].required)
            return false;
    if (count == 0 || count >= undoable)
        return false;
    uint32_t kept = 0;
    for (uint32_t i = 0, k = 0; i < mutant->edits.len; i++)
        if (k < count && places[k] == i)
            k++;
        else
            mutant->edits.data[kept++] = mutant->edits.data[i];
    assert(kept + count == mutant->edits.len);
    mutant->edits.len = kept;
    for (uint32_t i = 0; i < count; i++)
        strbuf_format(&mutant->recipe, "%s%u", i == 0 ? " undo=" : ",", places[i]);
    return true;
}

static void add_piece(const mutant_t *mutant, slice_vec_t *pieces, const char *text, size_t len) {
    if (len > 0)
        *vec_push(mutant->mem, pieces) = (slice_t){text, len};
}

/* Bytes [start, end) of a seed's text, with the edits in them; an insertion at the end belongs to
 * it, too. Returns the number of these edits. */
static uint32_t add_range(const mutant_t *mutant, slice_vec_t *pieces, uint32_t seed,
                          uint32_t start, uint32_t end) {
    const char *text = mutant->seeds[seed]->text;
    uint32_t at = start;
    uint32_t used = 0;
    for (uint32_t i = 0; i < mutant->edits.len; i++) {
        const edit_t *edit = &mutant->edits.data[i];
        bool inside = edit->seed == seed && edit->start >= start && edit->end <= end &&
                      (edit->start > start || edit->end > start || start == 0);
        if (!inside)
            continue;
        assert(edit->start >= at); /* in order, and none over another */
        add_piece(mutant, pieces, text + at, edit->start - at);
        add_piece(mutant, pieces, mutant->text.data + edit->text, edit->len);
        at = edit->end;
        used++;
    }
    add_piece(mutant, pieces, text + at, end - at);
    return used;
}

void mutant_pieces(const mutant_t *mutant, slice_vec_t *pieces) {
    const seed_t *first = mutant->seeds[0];
    const seed_t *second = mutant->seeds[1];
    uint32_t used = 0;
    pieces->len = 0;
    if (second) {
        used += add_range(mutant, pieces, 0, 0, first->declarations_end);
        used += add_range(mutant, pieces, 1, second->logic_end, second->declarations_end);
        used += add_range(mutant, pieces, 0, first->declarations_end, first->assertions_end);
        used += add_range(mutant, pieces, 1, second->declarations_end, second->assertions_end);
        used += add_range(mutant, pieces, 0, first->assertions_end, first->len);
    } else {
        used += add_range(mutant, pieces, 0, 0, first->len);
    }
    assert(used == mutant->edits.len); /* each is in one part of the text */
}

void mutant_print(const mutant_t *mutant, strbuf_t *out) {
    slice_vec_t pieces = {0};
    mutant_pieces(mutant, &pieces);
    for (uint32_t i = 0; i < pieces.len; i++)
        strbuf_slice_add(out, pieces.data[i]);
    vec_free(mutant->mem, &pieces);
}
