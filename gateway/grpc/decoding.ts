import { invalidArgument } from '../../domain/errors.ts';

/**
 * grpc-js answers INTERNAL when a request cannot be decoded. It is the caller's mistake, so decoding never fails here: what
 * cannot be decoded is handed on as a mark, and the handler refuses it like any other bad input.
 */
const undecodable = Symbol('undecodable');

/** A request, or the mark of one that is no well-formed message of its type. */
export type Incoming<Request> = Request | { readonly [undecodable]: true };

const mark = { [undecodable]: true } as const;

/** A decoder that gives the mark where the given one throws. */
export const tolerant =
  <Request>(decode: (bytes: Buffer) => Request) =>
  (bytes: Buffer): Incoming<Request> => {
    try {
      return decode(bytes);
    } catch {
      return mark;
    }
  };

/** The request itself. Throws `Failure` of kind `invalid_argument` for the mark. */
export const decoded = <Request>(incoming: Incoming<Request>): Request => {
  if (incoming === mark) throw invalidArgument({ field: 'request', description: 'is not a well-formed message' });
  return incoming as Request;
};
