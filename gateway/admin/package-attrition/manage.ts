import { packageIn, packageKey } from '../../../domain/characteristics/packages.ts';
import { invalidArgument } from '../../../domain/errors.ts';
import type { Attrition, PackageAttrition } from '../../../domain/estimate/attrition.ts';
import type { PackageAttritions } from '../../../domain/estimate/ports.ts';
import type { EmptyRequest, UseCase } from '../../request/request-context.ts';
import { changeBy } from '../request/change-by.ts';

/** Names a package, in any spelling. */
export interface OfPackage {
  readonly package: string;
}

/** What operators do to attrition by package. */
export interface PackageAttritionCases {
  readonly listPackageAttrition: UseCase<EmptyRequest, readonly PackageAttrition[]>;
  readonly putPackageAttrition: UseCase<OfPackage & Required<Attrition>, PackageAttrition>;
  readonly removePackageAttrition: UseCase<OfPackage, OfPackage>;
}

/** What it is made of. */
interface Dependencies {
  readonly packageAttritions: PackageAttritions;
  /** Puts a stored change of rules, rates or order costs in force. */
  readonly onPricingChange: () => Promise<void>;
}

/** Throws `invalid_argument` for what names no package. */
const keyOf = ({ package: name }: OfPackage): string => {
  const found = packageIn(name, { taken: [] });
  if (found === undefined)
    throw invalidArgument({ field: 'package', description: 'must name a package, for example 0402 or SOT-23' });
  return packageKey(found);
};

/** Sets what is lost of parts by their package, and lists it. */
export const managePackageAttrition = ({
  packageAttritions,
  onPricingChange,
}: Dependencies): PackageAttritionCases => ({
  listPackageAttrition: (_, { signal }) => packageAttritions.all({ signal }),

  putPackageAttrition: async ({ percent, pieces, ...named }, context) => {
    const attrition = { package: keyOf(named), percent, pieces };
    await packageAttritions.put(attrition, changeBy(context));
    await onPricingChange();
    return attrition;
  },

  removePackageAttrition: async (named, context) => {
    const key = keyOf(named);
    await packageAttritions.remove(key, changeBy(context));
    await onPricingChange();
    return { package: key };
  },
});
