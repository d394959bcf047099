import type { CredentialScope } from '../offer.ts';
import type { ChangeKind, CharacteristicChange, SourcedText } from './characteristic-diff.ts';
import type { CharacteristicSource } from './statement.ts';

/** A value's source as whoever asked for a refresh may see it; JSON keeps it as it is. */
export interface ToldSource {
  readonly kind: CharacteristicSource['kind'];
  /** Left out for a supplier that only customers' and groups' credentials see: who buys where is nobody else's affair. */
  readonly supplierId?: string | undefined;
  readonly credentialScope?: CredentialScope | undefined;
  /** The supplier's name of the attribute, or `description`. */
  readonly field?: string | undefined;
  readonly model?: string | undefined;
  /** When it was said, ISO 8601. */
  readonly statedAt?: string | undefined;
}

/** A value with its source. */
export interface ToldValue {
  readonly text: string;
  readonly source: ToldSource;
}

/** What became of one characteristic of one product. */
export interface ToldChange {
  readonly kind: ChangeKind;
  readonly productId: string;
  readonly name: string;
  /** What was served before; left out when nothing was. */
  readonly before?: string | undefined;
  /** What is served now. */
  readonly served: ToldValue;
  /** Other values that sources state. */
  readonly contradicting: readonly ToldValue[];
}

const toldSource = (source: CharacteristicSource): ToldSource => {
  const { kind } = source;
  const statedAt = source.statedAt?.toISOString();
  switch (kind) {
    case 'catalogue':
      return { kind, statedAt };
    case 'language_model':
      return { kind, statedAt, model: source.model };
    case 'supplier': {
      const { credentialScope, supplierId, field } = source;
      const name = field.kind === 'attribute' ? field.name : field.kind;
      const isPublic = credentialScope === 'system';
      return { kind, statedAt, credentialScope, supplierId: isPublic ? supplierId : undefined, field: name };
    }
  }
};

const toldValue = ({ text, source }: SourcedText): ToldValue => ({ text, source: toldSource(source) });

/** A change as a job tells it. */
export const toldChange = (change: CharacteristicChange): ToldChange => ({
  ...change,
  served: toldValue(change.served),
  contradicting: change.contradicting.map(toldValue),
});
