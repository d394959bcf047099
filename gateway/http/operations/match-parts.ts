import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { Failure, invalidArgument } from '../../../domain/errors.ts';
import type { UseCases } from '../../create-use-cases.ts';
import type { AskedParts, GivenItem } from '../../parts/use-cases.ts';
import { lineType } from '../operation.ts';
import { operationsOf } from '../operations-of.ts';
import { lineStreamResponses } from '../responses.ts';
import { partMatchAnswer } from '../schemas/answers.ts';
import { matchPartsRequest, partToMatch } from '../schemas/requests.ts';

const matchesSchema = z.object({ items: z.array(partMatchAnswer.schema) }).openapi('PartMatches');

const isTakingLines = ({ req }: Context): boolean => req.header('accept')?.toLowerCase().includes(lineType) ?? false;

/** Over which nothing moves, a connection is closed: what comes at once must not take for long. */
const maxDocumentSeconds = 60;

/** What a stream of lines can, and one document cannot. */
const checkDocument = ({ live, deadlineSeconds }: AskedParts): void => {
  if (live === 'watch')
    throw invalidArgument({ field: 'live', description: `must not be watch unless ${lineType} is accepted` });
  if (deadlineSeconds > maxDocumentSeconds)
    throw invalidArgument({
      field: 'deadline_seconds',
      description: `must be at most ${maxDocumentSeconds} unless ${lineType} is accepted`,
    });
};

/** An item, or what is wrong with its fields; their names say which item they are of. */
const readItem = (item: unknown): GivenItem => {
  try {
    return partToMatch.read(item, '');
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
};

const listed = z.looseObject({ items: z.array(z.unknown()) });

const readRequest = (body: unknown): AskedParts => {
  const list = listed.safeParse(body);
  if (!list.success) return matchPartsRequest.read(body);
  const { items, ...rest } = list.data;
  return { ...matchPartsRequest.read({ ...rest, items: [] }), items: items.map(readItem) };
};

const { stream } = operationsOf<UseCases>({
  service: 'catalog',
  scope: 'catalog',
  contract: 'svc.public.v1.Catalog',
  tag: 'Catalog',
});

/** Which products the lines of a list mean. */
export const partOperations = [
  stream(({ matchParts }) => matchParts, {
    name: 'MatchParts',
    at: 'POST /v1/parts/match',
    summary: 'Find the products of up to 1000 parts',
    description: `All items in their order, or with \`Accept: ${lineType}\` a line for each as it is done.`,
    request: { body: { required: true, content: { 'application/json': { schema: matchPartsRequest.schema } } } },
    responses: lineStreamResponses({
      description: 'What each item means.',
      line: partMatchAnswer.schema,
      document: matchesSchema,
      readsBody: true,
    }),
    formOf: (context) => (isTakingLines(context) ? 'lines' : 'document'),
    decode: async (context, readJson) => {
      const request = readRequest(await readJson(context));
      if (!isTakingLines(context)) checkDocument(request);
      return request;
    },
    encode: partMatchAnswer.json,
    gather: (matches) => ({
      items: matches.toSorted((one, other) => one.index - other.index).map(partMatchAnswer.json),
    }),
  }),
];
