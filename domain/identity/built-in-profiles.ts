import { componentCharacteristics } from './component-characteristics.ts';
import { type IdentityProfile, identityFields, type Profiles } from './profile.ts';
import { defaultThresholds } from './strategy.ts';
import { componentSuffixRules } from './suffix-rules.ts';

/** The built-in profile of everything that is identified by its maker and part number alone. */
export const defaultProfile: IdentityProfile = {
  id: 'electronic-component',
  name: 'Electronic component',
  identityFields,
  characteristics: componentCharacteristics,
  decimalSeparator: undefined,
  suffixRules: componentSuffixRules,
  thresholds: defaultThresholds,
};

/** The profiles that exist without anybody's doing. */
export const builtInProfiles: Profiles = new Map([[defaultProfile.id, defaultProfile]]);
