// driver.js - the npm package z3-solver as a solver that reads SMT-LIB from standard input.
//
//     node -e DRIVER -- PACKAGE [--version | NAME=VALUE ...]
//
// PACKAGE is the directory of the package, NAME=VALUE a parameter of z3. Commands are evaluated in
// batches, for each call into z3 goes through a worker thread; a batch ends where output is due:
// after check-sat and echo, and when there is no more input for now. (reset) makes a new context,
// so that nothing of the last query is left.
'use strict';

// With it, releases before 4.9 try to load their own code from the network, and fail.
delete globalThis.fetch;

const path = require('path');

const [where, ...options] = process.argv.slice(1);
const directory = path.resolve(where);

let em; // the compiled module below Z3
let Z3;
let context;
let status = 0;

function leave(code) {
    // The workers of z3 keep node alive. Writes to files and pipes are done by now.
    process.exit(code);
}

function crash(error) {
    if (error && error.name === 'ExitStatus') leave(error.status);
    process.stderr.write(`${(error && error.stack) || error}\n`);
    leave(70);
}

// Finds the ends of commands in text that comes in pieces. What stands between two commands belongs
// to the second, for z3 to complain about.
class Splitter {
    constructor() {
        this.text = '';
        this.at = 0;
        this.depth = 0;
        this.inside = ''; // '"', '|' or ';': a string, a quoted symbol, a comment
        this.open = -1; // where the command's parenthesis is
    }

    add(piece) {
        this.text += piece;
    }

    // The text is cut after this.at.
    take() {
        const text = this.text.slice(0, this.at);
        const head = this.open < 0 ? null : /^\(\s*([^\s()";|]+)/.exec(text.slice(this.open));
        this.text = this.text.slice(this.at);
        this.at = 0;
        this.open = -1;
        return { text, name: head ? head[1] : '' };
    }

    // The next whole command, or null.
    next() {
        const special = /["|;()]/g;
        while (this.at < this.text.length) {
            if (this.inside) {
                const end = this.text.indexOf(this.inside === ';' ? '\n' : this.inside, this.at);
                this.at = end < 0 ? this.text.length : end + 1;
                if (end < 0) break;
                // A doubled quote inside a string ends one and begins the next: that does as well.
                this.inside = '';
                continue;
            }
            special.lastIndex = this.at;
            const found = special.exec(this.text);
            this.at = found ? found.index + 1 : this.text.length;
            if (!found) break;
            if (found[0] === '(') {
                if (this.depth++ === 0) this.open = found.index;
            } else if (found[0] !== ')') {
                this.inside = found[0];
            } else if (this.depth === 0 || --this.depth === 0) {
                return this.take();
            }
        }
        return null;
    }
}

function renew() {
    if (context) Z3.del_context(context);
    Z3.global_param_reset_all();
    for (const option of options) {
        const equals = option.indexOf('=');
        Z3.global_param_set(option.slice(0, equals), option.slice(equals + 1));
    }
    const config = Z3.mk_config();
    context = Z3.mk_context(config);
    Z3.del_config(config);
}

// As Z3.eval_smtlib2_string, which leaves the text on a stack that is free again before the worker
// has read it: now and then z3 then reads something else, and complains about it.
async function evaluateText(text) {
    const bytes = Buffer.from(`${text}\0`);
    const place = em._malloc(bytes.length);
    // Memory that a worker made larger is not seen here before a function that looks is called.
    if (em.HEAPU8.length < place + bytes.length) em.UTF8ToString(place, 1);
    em.HEAPU8.set(bytes, place);
    try {
        return await em.async_call(() => em._async_Z3_eval_smtlib2_string(context, place));
    } finally {
        em._free(place);
    }
}

async function evaluate(text, answers) {
    let said = await evaluateText(text);
    // An exception inside z3 may leave nothing but its message.
    if (said === '' && answers)
        said = `(error "${Z3.get_error_msg(context, Z3.get_error_code(context))}")`;
    if (said === '') return;
    if (/^\(error/m.test(said)) status = 1;
    process.stdout.write(said.endsWith('\n') ? said : `${said}\n`);
}

async function serve() {
    const splitter = new Splitter();
    process.stdin.setEncoding('utf8');
    for await (const piece of process.stdin) {
        splitter.add(piece);
        let batch = '';
        for (let command = splitter.next(); command; command = splitter.next()) {
            if (command.name === 'exit') {
                if (batch !== '') await evaluate(batch, false);
                leave(status);
            }
            if (command.name === 'reset') {
                if (batch !== '') await evaluate(batch, false);
                batch = '';
                renew();
                continue;
            }
            batch += command.text;
            const answers = command.name.startsWith('check-sat');
            if (answers || command.name === 'echo') {
                await evaluate(batch, answers);
                batch = '';
            }
        }
        if (batch !== '') await evaluate(batch, false);
    }
    if (splitter.text.trim() !== '') await evaluate(splitter.text, false);
    leave(status);
}

async function main() {
    process.on('uncaughtException', crash);
    process.on('unhandledRejection', crash);
    const bad = options.find((option) => option !== '--version' && !/^[^=]+=/.test(option));
    if (bad !== undefined) {
        process.stderr.write(`z3-wasm: '${bad}' is not --version, and not NAME=VALUE\n`);
        leave(2);
    }
    ({ em, Z3 } = await require(directory).init());
    if (options.includes('--version')) {
        const { version } = require(path.join(directory, 'package.json'));
        process.stdout.write(`${Z3.get_full_version()} (npm z3-solver ${version})\n`);
        leave(0);
    }
    renew();
    await serve();
}

main().catch(crash);
