import { z } from 'zod';

/** Every parameter comes as the list of its values; one that is given twice says nothing clear. */
export const once = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z
    .tuple([z.string()], { error: 'must be given once' })
    .transform(([value]) => value)
    .pipe(schema);
