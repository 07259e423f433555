/* Writes about a campaign: for a solver's tracker, for a browser, for programs. */
#include "base/file.h"
#include "base/hash.h"
#include "campaign/finding_files.h"
#include "cli/commands.h"
#include "cli/common/campaign_dir.h"
#include "cli/common/exit.h"
#include "cli/common/json.h"
#include "cli/common/options.h"
#include "cli/finding_report.h"
#include "report/html.h"

#include <stdio.h>

enum { OPTION_OUTPUT, OPTION_HTML, OPTION_JSON, OPTION_SARIF };

static const option_t options[] = {
    {'o', "output", "FILE", "write there instead of standard output"},
    {0, "html", NULL, "the whole campaign as one page"},
    {0, "json", NULL, "one JSON object per finding"},
    {0, "sarif", NULL, "SARIF 2.1.0, for the code scanning of a forge"},
    {0, NULL, NULL, NULL},
};

static const command_line_t command = {
    .name = "report",
    .usage = "[--html|--json|--sarif] [-o FILE] DIR\n"
             "       assay report [--json] [-o FILE] DIR/findings/ID",
    .summary = "Writes about the findings of a campaign.",
    .about = "DIR is the directory of a campaign (assay fuzz), which may be under way.\n"
             "Of one finding, the report for the tracker of the solver: input, command, what was\n"
             "observed and what is expected, why, versions, how it was found. Of a campaign, a\n"
             "table of its findings, the gravest first, and one of its alarms.\n"
             "Exit code: 0; 2 when the campaign cannot be read or the file not written.",
    .options = options,
};

typedef enum { FORM_MARKDOWN, FORM_HTML, FORM_JSON, FORM_SARIF } form_t;

typedef struct job {
    mem_t mem;
    const char *path;
    const char *output;
    form_t form;
    campaign_dir_t dir;
    store_t *store;
} job_t;

static void get_extras(job_t *job, const report_finding_t *finding, report_extras_t *extras) {
    finding_extras(job->store, finding, &job->dir.report.texts, &job->mem, extras);
}

/* --- JSON --- */

static json_t *json_store(slice_t text) {
    return json_bytes(text.data, text.len);
}

static json_t *json_answers(const report_finding_t *finding) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < finding->answers.len; i++) {
        const store_answer_t *answer = &finding->answers.data[i];
        json_array_append_new(list, json_pack("{s:o, s:o, s:o, s:o, s:f, s:f, s:o}", "solver",
                                              json_store(answer->solver), "options",
                                              json_store(answer->options), "role",
                                              json_string(role_name(answer->role)), "outcome",
                                              json_string(outcome_name(answer->outcome)), "cpu_ms",
                                              answer->cpu_ms, "wall_ms", answer->wall_ms,
                                              "signature", json_store(answer->signature)));
    }
    return list;
}

static json_t *json_finding(job_t *job, const report_finding_t *finding) {
    report_extras_t extras;
    strbuf_t title;
    strbuf_init(&title, &job->mem);
    get_extras(job, finding, &extras);
    report_title(&job->dir.report, finding, &title);
    const store_finding_t *best = &finding->best;
    json_t *object = json_pack(
        "{s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "cluster",
        (json_int_t)finding->cluster.id, "title", json_bytes(title.data, title.len), "kind",
        json_string(finding_kind_name(best->kind)), "grade", json_string(grade_name(best->grade)),
        "solver", json_store(best->solver), "options", json_store(best->options), "strategy",
        json_store(best->strategy), "triggers", (json_int_t)finding->cluster.count, "logic",
        json_store(best->logic), "signature", json_store(best->signature), "command",
        json_store(best->command), "recipe", json_store(best->recipe), "certificate",
        json_string(certificate_name(best->certificate)), "evidence", json_store(best->evidence),
        "repeat", json_string(repeat_name(best->repeat)));
    json_object_set_new(object, "input", json_store(report_trigger(finding)));
    json_object_set_new(object, "trigger", json_store(best->trigger));
    json_object_set_new(object, "answers", json_answers(finding));
    if (extras.check.len > 0) {
        json_object_set_new(object, "check", json_store(extras.check));
        json_object_set_new(object, "check_answer", json_store(extras.check_answer));
    }
    strbuf_done(&title);
    return object;
}

static void add_line(json_t *object, int flags, strbuf_t *out) {
    char *text = json_dumps(object, (size_t)flags);
    strbuf_str(out, text);
    strbuf_char(out, '\n');
    free(text);
    json_decref(object);
}

static bool write_json(job_t *job, strbuf_t *out) {
    for (uint32_t i = 0; i < job->dir.report.findings.len; i++)
        if (campaign_dir_has(&job->dir, &job->dir.report.findings.data[i]))
            add_line(json_finding(job, &job->dir.report.findings.data[i]), JSON_COMPACT, out);
    return true;
}

/* --- SARIF --- */

static const char *sarif_level(const report_finding_t *finding) {
    return finding->best.grade == GRADE_CERTIFIED ? "error" : "warning";
}

/* A forge that knows no better key takes the second one. It makes one of the text of the file when
 * there is none, and no two campaigns have the same text: so both are made of the key alone. */
static json_t *sarif_fingerprints(slice_t key) {
    char hash[24];
    snprintf(hash, sizeof hash, "%016llx:1", (unsigned long long)hash_bytes(key.data, key.len));
    return json_pack("{s:o, s:s}", "cluster/v1", json_store(key), "primaryLocationLineHash", hash);
}

static json_t *sarif_result(job_t *job, const report_finding_t *finding) {
    strbuf_t title, path;
    strbuf_init(&title, &job->mem);
    strbuf_init(&path, &job->mem);
    report_title(&job->dir.report, finding, &title);
    finding_files_path(finding->best.repeat, finding->cluster.id, &path);
    strbuf_format(&path, "/%s", report_input_file(finding));
    json_t *place = json_pack("{s:{s:{s:s}}}", "physicalLocation", "artifactLocation", "uri",
                              strbuf_text(&path));
    json_t *object =
        json_pack("{s:o, s:s, s:{s:o}, s:[o], s:o, s:{s:o, s:o, s:I}}", "ruleId",
                  json_string(finding_kind_name(finding->best.kind)), "level", sarif_level(finding),
                  "message", "text", json_bytes(title.data, title.len), "locations", place,
                  "partialFingerprints", sarif_fingerprints(finding->cluster.key), "properties",
                  "grade", json_string(grade_name(finding->best.grade)), "solver",
                  json_store(finding->best.solver), "triggers", (json_int_t)finding->cluster.count);
    strbuf_done(&title);
    strbuf_done(&path);
    return object;
}

static bool write_sarif(job_t *job, strbuf_t *out) {
    json_t *rules = json_array();
    for (uint32_t i = 0; i < FINDING_KINDS; i++)
        json_array_append_new(rules,
                              json_pack("{s:s}", "id", finding_kind_name((finding_kind_t)i)));
    json_t *results = json_array();
    for (uint32_t i = 0; i < job->dir.report.findings.len; i++)
        if (campaign_dir_has(&job->dir, &job->dir.report.findings.data[i]))
            json_array_append_new(results, sarif_result(job, &job->dir.report.findings.data[i]));
    add_line(json_pack("{s:s, s:s, s:[{s:{s:{s:s, s:s, s:o}}, s:o}]}", "$schema",
                       "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs",
                       "tool", "driver", "name", "assay", "version", ASSAY_VERSION, "rules", rules,
                       "results", results),
             JSON_INDENT(2), out);
    return true;
}

/* --- text --- */

static bool write_markdown(job_t *job, strbuf_t *out) {
    if (job->dir.only)
        return finding_report(job->store, job->dir.only, &job->mem, out);
    report_summary(&job->dir.report, out);
    return true;
}

static bool write_html(job_t *job, strbuf_t *out) {
    const report_t *report = &job->dir.report;
    report_extras_t *extras = mem_zalloc(&job->mem, report->findings.len + 1, sizeof *extras);
    for (uint32_t i = 0; i < report->findings.len; i++)
        get_extras(job, &report->findings.data[i], &extras[i]);
    report_html(report, job->dir.name, extras, out);
    mem_free(&job->mem, extras);
    return true;
}

static bool write_out(job_t *job, strbuf_t *out) {
    const char *error = NULL;
    if (!job->output) {
        strbuf_write(out, stdout);
        return true;
    }
    if (file_write(&job->mem, job->output, out->data, out->len, &error))
        return true;
    fprintf(stderr, "assay: %s: %s\n", job->output, error);
    return false;
}

static bool write_report(job_t *job) {
    static bool (*const writers[])(job_t *, strbuf_t *) = {
        [FORM_MARKDOWN] = write_markdown,
        [FORM_HTML] = write_html,
        [FORM_JSON] = write_json,
        [FORM_SARIF] = write_sarif,
    };
    strbuf_t out;
    strbuf_init(&out, &job->mem);
    bool ok = writers[job->form](job, &out);
    if (!ok)
        fprintf(stderr, "assay: %s\n", store_why(job->store));
    ok = ok && write_out(job, &out);
    strbuf_done(&out);
    return ok;
}

static bool run(job_t *job) {
    if (!campaign_dir_open(&job->dir, job->path, &job->mem))
        return false;
    job->store = campaign_dir_store(&job->dir, STORE_READ);
    bool ok = job->store && write_report(job);
    store_close(job->store);
    campaign_dir_done(&job->dir);
    return ok;
}

int cmd_report(int argc, char **argv) {
    job_t job = {0};
    mem_init(&job.mem);
    args_t args;
    args_init(&args, &command, argc, argv);
    int option;
    while ((option = args_next(&args)) >= 0) {
        switch (option) {
        case OPTION_OUTPUT:
            job.output = args.value;
            break;
        case OPTION_HTML:
            job.form = FORM_HTML;
            break;
        case OPTION_JSON:
            job.form = FORM_JSON;
            break;
        default:
            job.form = FORM_SARIF;
            break;
        }
    }
    int code = option == ARGS_HELP ? EXIT_NOTHING : EXIT_USAGE;
    if (option == ARGS_END) {
        if (args.next + 1 != argc) {
            code = args_complain(&args, "one directory is needed");
        } else {
            job.path = argv[args.next];
            code = run(&job) ? EXIT_NOTHING : EXIT_INPUT;
        }
    }
    mem_done(&job.mem);
    return code;
}
