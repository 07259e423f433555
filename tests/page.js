// Looks at the page about a campaign in a real browser: node page.js CHROMIUM PAGE
//
// Chromium is spoken to over a pipe in its own protocol, so nothing has to be installed for it.
'use strict';
const {spawn} = require('child_process');
const {mkdtempSync, rmSync} = require('fs');
const {tmpdir} = require('os');
const {join} = require('path');
const assert = require('assert');

const [chromium, page] = process.argv.slice(2);
const profile = mkdtempSync(join(tmpdir(), 'assay-page-'));
const browser = spawn(chromium, [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
  '--disable-dev-shm-usage', `--user-data-dir=${profile}`, '--remote-debugging-pipe', 'about:blank',
], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});

const waiting = new Map();
const listeners = [];
let next = 1;
let buffered = '';
browser.stdio[4].on('data', (chunk) => {
  buffered += chunk.toString();
  const messages = buffered.split('\0');
  buffered = messages.pop();
  for (const text of messages) {
    const message = JSON.parse(text);
    if (message.id !== undefined) {
      const {resolve, reject} = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message)); else resolve(message.result);
    } else {
      for (const listener of listeners) listener(message);
    }
  }
});

function send(method, params, sessionId) {
  const id = next++;
  browser.stdio[3].write(JSON.stringify({id, method, params: params || {}, sessionId}) + '\0');
  return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
}

function event(method) {
  return new Promise((resolve) => {
    const listener = (message) => {
      if (message.method !== method) return;
      listeners.splice(listeners.indexOf(listener), 1);
      resolve(message.params);
    };
    listeners.push(listener);
  });
}

async function main() {
  const {targetId} = await send('Target.createTarget', {url: 'about:blank'});
  const {sessionId} = await send('Target.attachToTarget', {targetId, flatten: true});
  const call = (method, params) => send(method, params, sessionId);
  const trouble = [];
  const requests = [];
  listeners.push((message) => {
    if (message.method === 'Runtime.exceptionThrown') trouble.push(JSON.stringify(message.params));
    if (message.method === 'Runtime.consoleAPICalled') trouble.push(JSON.stringify(message.params));
    if (message.method === 'Log.entryAdded') trouble.push(JSON.stringify(message.params));
    if (message.method === 'Network.requestWillBeSent') requests.push(message.params.request.url);
  });
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await call(domain + '.enable');
  const loaded = event('Page.loadEventFired');
  await call('Page.navigate', {url: 'file://' + page});
  await loaded;

  const evaluate = async (expression) => {
    const {result, exceptionDetails} = await call('Runtime.evaluate', {expression, returnByValue: true});
    assert.ok(!exceptionDetails, JSON.stringify(exceptionDetails));
    return result.value;
  };
  const visible = () => evaluate("document.querySelectorAll('details.finding:not([hidden])').length");
  const choose = (field, value) => evaluate(`{
    const select = document.getElementById('filter-${field}');
    select.value = '${value}';
    select.dispatchEvent(new Event('change'));
  }`);

  const all = await visible();
  assert.ok(all > 0, 'no findings on the page');
  assert.ok(await evaluate("document.querySelectorAll('svg.plot').length") >= 4, 'plots are missing');
  assert.ok(await evaluate("document.querySelectorAll('#filter-kind option').length") > 1, 'no kinds to choose from');

  await choose('kind', 'crash');
  const crashes = await visible();
  assert.ok(crashes > 0 && crashes < all, `of ${all} findings, ${crashes} are shown as crashes`);
  assert.strictEqual(await evaluate("document.getElementById('shown').textContent"), `${crashes} of ${all}`);
  await choose('kind', '');
  await evaluate(`{
    const search = document.getElementById('search');
    search.value = 'no such text anywhere';
    search.dispatchEvent(new Event('input'));
  }`);
  assert.strictEqual(await visible(), 0);
  await evaluate("document.getElementById('search').value = ''; document.getElementById('search').dispatchEvent(new Event('input'))");
  assert.strictEqual(await visible(), all);

  await evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");
  for (const width of [360, 1280]) {
    await call('Emulation.setDeviceMetricsOverride', {width, height: 800, deviceScaleFactor: 1, mobile: width < 500});
    const wide = await evaluate('document.documentElement.scrollWidth');
    assert.ok(wide <= width, `the page is ${wide} pixels wide in a window of ${width}`);
    const small = await evaluate(`Array.from(document.querySelectorAll('p, summary, td, pre, label'))
      .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 12).length`);
    assert.strictEqual(small, 0, 'some text is too small to read');
  }
  await call('Page.printToPDF', {});

  const foreign = requests.filter((url) => !url.startsWith('file://') && !url.startsWith('data:'));
  assert.deepStrictEqual(foreign, [], 'the page asks the network');
  assert.deepStrictEqual(trouble, [], 'the console has something to say');
}

main().then(() => 0, (error) => { console.error(String(error)); return 1; }).then((code) => {
  browser.on('exit', () => {
    rmSync(profile, {recursive: true, force: true, maxRetries: 5});
    process.exit(code);
  });
  browser.kill('SIGKILL');
});
