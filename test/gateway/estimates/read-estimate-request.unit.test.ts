import { expect, it } from 'vitest';
import { Failure } from '../../../domain/errors.ts';
import { readEstimateRequest } from '../../../gateway/estimates/read-request.ts';
import { BuildEstimateRequest, EstimateLineInput } from '../../../proto/gen/svc/public/v1/estimate.ts';

const refusedFields = (given: Partial<BuildEstimateRequest>): readonly string[] => {
  try {
    readEstimateRequest({ ...BuildEstimateRequest.fromPartial({}), ...given }, ['EU']);
    return [];
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown.violations.map(({ field, description }) => `${field} ${description}`);
    throw thrown;
  }
};

const choice = (number: number) => ({ number, canonicalId: 'prd_1' });

it('refuses the choice of a product for a line that the request does not have', () => {
  const lines = ['10x LM358', '5x NE555'].map((rawText) => EstimateLineInput.fromPartial({ rawText }));
  expect(refusedFields({ lines, lineChoices: [choice(1), choice(3)] })).toEqual([
    'line_choices[1].number names no line: there are 2',
  ]);
});

it('takes any line of a document, whose lines are not known yet', () => {
  expect(refusedFields({ sourceDocument: Buffer.from('x'), lineChoices: [choice(20_000)] })).toEqual([]);
});
