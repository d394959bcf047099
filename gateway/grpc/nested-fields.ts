import { invalidArguments, isFailure } from '../../domain/errors.ts';
import type { UseCase } from '../request/request-context.ts';

/**
 * The operation with the fields that a refusal names put under the field of the message that holds
 * them here and that is the whole body over HTTP. `outside` are those that do not stand in it.
 */
export const nestedFields =
  <Request, Response>(
    field: string,
    outside: readonly string[],
    useCase: UseCase<Request, Response>,
  ): UseCase<Request, Response> =>
  async (request, context) => {
    try {
      return await useCase(request, context);
    } catch (error) {
      if (!isFailure(error, 'invalid_argument') || error.violations.length === 0) throw error;
      const named = error.violations.map((each) =>
        outside.includes(each.field) ? each : { ...each, field: `${field}.${each.field}` },
      );
      throw invalidArguments(named, named.length + error.violationsLeftOut);
    }
  };
