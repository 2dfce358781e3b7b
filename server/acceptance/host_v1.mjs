// A host built on the first line of the TypeScript SDK.
// usage: node host_v1.mjs URL http|sse
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { play } from './play.mjs';

const [url, kind] = process.argv.slice(2);
const options = { requestInit: { headers: { 'X-Document-URL': 'file:///a.odt' } } };
const Transport = kind === 'sse' ? SSEClientTransport : StreamableHTTPClientTransport;
const transport = new Transport(new URL(url), options);
const client = new Client({ name: 'host v1', version: '1' }, { capabilities: {} });
let changes = 0;
client.setNotificationHandler(ToolListChangedNotificationSchema, () => { changes++; });
await client.connect(transport);
await play({
  client,
  call: (name, args, options) => client.callTool({ name, arguments: args ?? {} }, undefined, options),
  changes: () => changes,
  pause: kind === 'sse' ? 7000 : 0, // it opens its stream again by itself, but not at once
  end: () => transport.terminateSession?.(),
});
