// What a host does in a day. It prints "restart" and waits for a line while
// the server is restarted, and at the end what it saw, as JSON.
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export async function play({ client, call, changes, end, pause = 0 }) {
  const seen = { progress: 0 };
  seen.tools = (await client.listTools()).tools.map((t) => t.name);
  seen.whoami = (await call('whoami')).structuredContent;
  await call('slow', { steps: 4, ms: 30 }, { onprogress: () => { seen.progress++; } });

  await new Promise((r) => setTimeout(r, 200)); // until the stream for notifications is open
  await call('toggle');
  seen.changed = await until(() => changes() > 0);

  const abort = new AbortController();
  setTimeout(() => abort.abort('the user'), 100);
  seen.cancelled = await call('slow', { steps: 100, ms: 50 }, { signal: abort.signal }).then(() => false, () => true);
  seen.stopped = await until(async () => (await call('tally')).structuredContent.cancelled > 0);

  const lines = createInterface({ input: process.stdin });
  console.log('restart');
  await once(lines, 'line');
  lines.close();
  await new Promise((r) => setTimeout(r, pause));
  seen.after = [];
  for (let i = 0; i < 2; i++) {
    try {
      seen.after.push((await call('noop')).content[0].text);
    } catch (e) {
      seen.after.push(String(e));
    }
  }
  await end();
  await client.close();
  console.log(JSON.stringify(seen));
  process.exit(0);
}

async function until(condition) {
  for (let i = 0; i < 100; i++) {
    if (await condition()) return true;
    await new Promise((r) => setTimeout(r, 50));
  }
  return false;
}
