import { z } from '@hono/zod-openapi';
import { durationText, parseDuration } from '../../../domain/duration.ts';

/** A duration within bounds in milliseconds, both included; read as milliseconds. */
export const duration = (description: string, minMs: number, maxMs: number, example: string) => {
  const message = `must be a duration from ${durationText(minMs)} to ${durationText(maxMs)}, for example "${example}" or "PT15M"`;
  return z
    .string({ error: message })
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== undefined && ms >= minMs && ms <= maxMs) return ms;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .openapi({ type: 'string', description: `${description} \`90s\`, \`15m\`, \`2h\`, \`1d\`, or ISO 8601.`, example });
};
