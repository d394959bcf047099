import { lifecycleStatuses } from '../../domain/catalog/catalog.ts';
import type { FollowedFact } from '../../domain/catalog/fact-precedence.ts';
import type { FactChange, ProductEvent } from '../../domain/events.ts';
import { ProductCreated, ProductUpdated } from '../../proto/gen/svc/events/v1/catalog.ts';
import type { EventCodecs } from './event-codec.ts';
import { type Fields, objects, optionalEnumValue, optionalText, parsed, text, texts } from './fields.ts';

/** The contract's words for facts. */
const factWords: Readonly<Record<FollowedFact, string>> = {
  description: 'description',
  lifecycle: 'lifecycle_status',
  category: 'category',
  replacedByMpn: 'replaced_by_mpn',
};

const factsByWord = new Map(Object.entries(factWords).map(([fact, word]) => [word, fact as FollowedFact]));

const readChange = (fields: Fields): FactChange => ({
  fact: parsed(fields, 'fact', (word) => factsByWord.get(word), 'a fact of products'),
  from: optionalText(fields, 'from'),
  to: optionalText(fields, 'to'),
  by: optionalText(fields, 'stated_by'),
});

/** What happens to products. */
export const productCodecs: Pick<EventCodecs, ProductEvent['type']> = {
  'product.created': {
    toJson: ({ productId, profileId, manufacturer, mpn, lifecycle }) =>
      ProductCreated.toJSON({
        productId,
        identityProfileId: profileId,
        manufacturer,
        mpn,
        lifecycleStatus: lifecycle,
      }),
    read: (fields) => ({
      type: 'product.created',
      productId: text(fields, 'product_id'),
      profileId: text(fields, 'identity_profile_id'),
      manufacturer: text(fields, 'manufacturer'),
      mpn: text(fields, 'mpn'),
      lifecycle: optionalEnumValue(fields, 'lifecycle_status', lifecycleStatuses),
    }),
  },
  'product.updated': {
    toJson: ({ productId, changed, changes = [] }) =>
      ProductUpdated.toJSON({
        productId,
        changedFields: [...changed],
        changes: changes.map(({ fact, from, to, by }) => ({ fact: factWords[fact], from, to, statedBy: by })),
      }),
    read: (fields) => {
      const changes = objects(fields, 'changes').map(readChange);
      return {
        type: 'product.updated',
        productId: text(fields, 'product_id'),
        changed: texts(fields, 'changed_fields'),
        ...(changes.length > 0 && { changes }),
      };
    },
  },
};
