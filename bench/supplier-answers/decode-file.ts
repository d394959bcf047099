import { currencyOfStore } from '../../actors/connector/suppliers/element14/stores.ts';
import { type PluginName, plugins } from '../../actors/connector/suppliers/registry.ts';
import type { SupplierResponse } from '../../actors/connector/suppliers/supplier-client.ts';
import type { FactName } from '../../domain/catalog/part-facts.ts';
import type { ObservationDraft } from '../../domain/ingestion/observation.ts';
import { faultOf } from './check.ts';
import { heldFacts } from './held-facts.ts';
import { type Json, parseJson } from './json.ts';
import { literalRows } from './literal.ts';
import { recognise, type SavedAnswer } from './recognise.ts';
import { recordedRequest } from './recorded-request.ts';

/** The facts of one answer. */
export interface AnswerFacts {
  /** Found in the answer by their names. */
  readonly held: ReadonlySet<FactName>;
  /** Stated by an observation of it. */
  readonly stated: ReadonlySet<FactName>;
}

/** What came of a file. */
export type FileResult =
  | {
      readonly kind: 'decoded';
      readonly supplier: PluginName;
      readonly drafts: readonly ObservationDraft[];
      readonly skippedRows: number;
      /** Of each answer in it. */
      readonly facts: readonly AnswerFacts[];
    }
  /** It holds no supplier's answer. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** It holds one that was not read, or not rightly. */
  | { readonly kind: 'missed'; readonly supplier: PluginName | undefined; readonly reason: string };

/**
 * No saved answer is of an own session, so any secret will do; these are the names that plug-ins
 * ask for.
 */
const secret = new Proxy<Record<string, string>>({}, { get: () => 'not-a-secret' });

const responseOf = (body: Json): SupplierResponse => {
  const text = JSON.stringify(body);
  return { status: 200, headers: {}, body: text, bodyBytes: Buffer.byteLength(text), durationMs: 0 };
};

type Read = { readonly drafts: readonly ObservationDraft[]; readonly skippedRows: number } | { readonly fault: string };

const readAnswer = ({ supplier, settings, body }: SavedAnswer, asked: readonly string[]): Read => {
  const client = plugins[supplier]({ baseUrl: 'https://supplier.test', secret, settings });
  const response = responseOf(body);
  const meaning = client.classify(response);
  if (meaning.kind !== 'success') return { fault: `classified as ${meaning.kind}` };
  const page = client.decode('lookup', undefined, response);
  if (page.kind === 'malformed') return { fault: page.reason };
  const [skipped] = page.skipped;
  if (page.drafts.length === 0 && skipped !== undefined) return { fault: `no row was read: ${skipped.reason}` };
  const rowsOf = literalRows(body);
  const fault = page.drafts.map((draft) => faultOf(draft, rowsOf(draft.supplierSku), asked)).find(Boolean);
  return fault === undefined ? { drafts: page.drafts, skippedRows: page.skipped.length } : { fault };
};

/**
 * Currencies that the request named, for suppliers that do not repeat them; element14's follows
 * from the shop that was asked.
 */
const askedIn = (file: string, supplier: PluginName): readonly string[] => {
  const { currency, store = defaultStore } = recordedRequest(file);
  const named = supplier === 'element14' ? currencyOfStore(store) : currency;
  return named === undefined ? [] : [named];
};

/** The shop that element14's plug-in asks unless told otherwise. */
const defaultStore = 'uk.farnell.com';

/**
 * Decodes the answers in a file's text with the plug-in of their supplier, and checks what was
 * decoded against them.
 */
export const decodeFile = (file: string, text: string): FileResult => {
  let content: Json;
  try {
    content = parseJson(text);
  } catch {
    return { kind: 'missed', supplier: undefined, reason: 'no JSON' };
  }
  const found = recognise(content, file);
  if (found.kind === 'other') return { kind: 'skipped', reason: found.reason };
  const [first] = found.answers;
  if (first === undefined) return { kind: 'skipped', reason: 'no answers' };
  const drafts: ObservationDraft[] = [];
  const facts: AnswerFacts[] = [];
  let skippedRows = 0;
  for (const answer of found.answers) {
    const read = readAnswer(answer, askedIn(file, answer.supplier));
    if ('fault' in read) return { kind: 'missed', supplier: answer.supplier, reason: read.fault };
    drafts.push(...read.drafts);
    const stated = read.drafts.flatMap(({ description }) => Object.keys(description?.facts ?? {}) as FactName[]);
    if (read.drafts.length > 0) facts.push({ held: heldFacts(answer.supplier, answer.body), stated: new Set(stated) });
    skippedRows += read.skippedRows;
  }
  return { kind: 'decoded', supplier: first.supplier, drafts, skippedRows, facts };
};
