import { callSupplier } from '../../../../actors/connector/suppliers/http.ts';
import type {
  DecodedPage,
  SupplierClient,
  SupplierRequest,
  SupplierResponse,
  WantedPart,
} from '../../../../actors/connector/suppliers/supplier-client.ts';
import type { ObservationDraft } from '../../../../domain/ingestion/observation.ts';
import { instant } from './answered.ts';

/** What looking parts up took. */
export interface LookupWalk {
  /** Requests for data; signing in is not one. */
  readonly calls: number;
  /** Units that these cost in the end. */
  readonly units: number;
  /** Different SKUs that were observed. */
  readonly skus: number;
}

/**
 * What looking parts up tells, in the order of the answers. Rejects when an answer is not a
 * success.
 */
export const draftsOfLookups = async (
  client: SupplierClient,
  baseUrl: string,
  wanted: readonly WantedPart[],
): Promise<readonly ObservationDraft[]> => {
  const drafts: ObservationDraft[] = [];
  await walkLookups(client, baseUrl, wanted, (page) => drafts.push(...page.drafts));
  return drafts;
};

/**
 * Looks parts up by maker's number, batch by batch, as a connector does. Rejects when an answer is
 * not a success.
 */
export const walkLookups = async (
  client: SupplierClient,
  baseUrl: string,
  wanted: readonly WantedPart[],
  onPage: (page: DecodedPage) => void = () => undefined,
): Promise<LookupWalk> => {
  const answerTo = async (request: SupplierRequest): Promise<SupplierResponse> => {
    const outcome = await callSupplier(request, { baseUrl, fetch, timeoutMs: 10_000, maxBodyBytes: 32_000_000 });
    if (outcome.kind === 'silent') throw new Error(outcome.reason);
    const meaning = client.classify(outcome.response);
    if (meaning.kind !== 'success') throw new Error(meaning.kind);
    return outcome.response;
  };
  const signedIn = client.session?.read(
    await answerTo(client.session.request({ refreshToken: undefined, ...instant })),
  );
  const sessionToken = signedIn?.kind === 'session' ? signedIn.token : undefined;
  const size = client.lookup?.byNumber ?? 1;
  const skus = new Set<string>();
  let calls = 0;
  let units = 0;
  for (let from = 0; from < wanted.length; from += size) {
    let cursor: string | undefined;
    do {
      const parts = wanted.slice(from, from + size);
      const request = client.request('lookup', cursor, { sessionToken, parts, ...instant });
      const response = await answerTo(request);
      const page = client.decode('lookup', cursor, response);
      if (page.kind === 'malformed') throw new Error(page.reason);
      onPage(page);
      calls += 1;
      units += client.spent?.(response) ?? request.cost;
      for (const { supplierSku } of page.drafts) skus.add(supplierSku);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  return { calls, units, skus: skus.size };
};
