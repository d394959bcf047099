import { type MsgHdrs, MsgHdrsImpl } from 'nats';

const messageIdHeader = 'Nats-Msg-Id';

/**
 * Headers as given, with the id by which JetStream deduplicates. Blanks at either end of a value do
 * not survive. Nothing is checked here, which makes it several times faster than setting one header
 * after another; `destinationOf` checks.
 */
export const encodeHeaders = (given: Readonly<Record<string, string>>, messageId: string): MsgHdrs => {
  const record: Record<string, string[]> = { [messageIdHeader]: [messageId] };
  for (const [name, value] of Object.entries(given)) record[name] = [value];
  return MsgHdrsImpl.fromRecord(record);
};

/** The headers that the publisher gave, without the server's own. */
export const decodeHeaders = (headers: MsgHdrs | undefined): Readonly<Record<string, string>> => {
  const record: Record<string, string> = {};
  for (const [name, values] of headers ?? []) {
    if (!name.startsWith('Nats-')) record[name] = values[0] ?? '';
  }
  return record;
};
