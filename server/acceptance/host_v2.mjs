// A host built on the second line of the TypeScript SDK.
// usage: node host_v2.mjs URL legacy|auto
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { play } from './play.mjs';

const [url, mode] = process.argv.slice(2);
const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { 'X-Document-URL': 'file:///a.odt' } } });
let changes = 0;
const client = new Client({ name: 'host v2', version: '1' }, {
  capabilities: {},
  versionNegotiation: { mode },
  listChanged: { tools: { onChanged: () => { changes++; } } },
});
await client.connect(transport);
await play({
  client,
  call: (name, args, options) => client.callTool({ name, arguments: args ?? {} }, options),
  changes: () => changes,
  end: () => transport.terminateSession?.(),
});
