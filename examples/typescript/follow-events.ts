/**
 * `NATS_URL=... node examples/typescript/follow-events.ts [COUNT]`: prints domain events as they
 * happen, and ends after so many. Their messages are in `proto/svc/events/v1`; docs/events.md says
 * which subject carries which.
 */
import { connect } from 'nats';

const count = Number(process.argv[2] ?? Number.POSITIVE_INFINITY);
const nats = await connect({
  servers: process.env.NATS_URL ?? '127.0.0.1:4222',
  ...(process.env.NATS_TOKEN !== undefined && { token: process.env.NATS_TOKEN }),
});
// Every subject ends with the version of its message.
const events = nats.subscribe('*.*.v1', { ...(Number.isFinite(count) && { max: count }) });
for await (const { subject, headers, data } of events)
  process.stdout.write(`${subject} ${headers?.get('ce-id')} ${data.length} bytes\n`);
await nats.close();
