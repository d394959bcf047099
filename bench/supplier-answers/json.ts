/** A JSON document as it was parsed. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object of a document. */
export type JsonObject = { readonly [name: string]: Json };

/** Whether a value is an object, not a list. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a text holds. Throws SyntaxError when it is no JSON. */
export const parseJson = (text: string): Json => JSON.parse(text) as Json;
