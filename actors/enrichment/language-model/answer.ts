import { z } from 'zod';
import type { ModelValue } from '../../../domain/enrichment/characteristic-ports.ts';

const answerSchema = z.object({
  characteristics: z
    .array(z.object({ name: z.string().max(100), value: z.string().max(200), quote: z.string().max(1_000) }))
    .max(100),
});

/**
 * What a model says before and after its JSON, such as the marks of a block of code, is left aside.
 */
const objectIn = (text: string): string => text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(objectIn(text));
  } catch {
    return undefined;
  }
};

/** The values of an answer; undefined for what is not of the agreed form. */
export const readAnswer = (text: string): readonly ModelValue[] | undefined => {
  const { data } = answerSchema.safeParse(parsed(text));
  return data?.characteristics.map(({ name, value, quote }) => ({ name, text: value, quote }));
};
