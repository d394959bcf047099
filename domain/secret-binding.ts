/**
 * What the secret of a supplier's credential is bound to: the plug-in that handles it and the
 * origins that it may be sent to. It was entered for these and is good for no others.
 */
export interface SecretBinding {
  readonly plugin: string;
  /**
   * That of the base URL first, then those of the plug-in's further hosts in their order by name;
   * each once.
   */
  readonly origins: readonly string[];
}

/** What the binding of a supplier follows from. */
export interface BoundSupplier {
  readonly plugin: string;
  readonly baseUrl: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Says what the secrets of a supplier, as it is configured, are bound to. Never throws. */
export type BindingOf = (supplier: BoundSupplier) => SecretBinding;

/** Scheme, host and port of a URL; a text that is no URL stands for itself. */
const originOf = (text: string): string => URL.parse(text)?.origin ?? text;

/** The binding to a plug-in, the origin of the base URL, and those of further URLs. */
export const bindingTo = (plugin: string, baseUrl: string, others: readonly string[] = []): SecretBinding => {
  const base = originOf(baseUrl);
  const further = new Set(others.map(originOf));
  further.delete(base);
  return { plugin, origins: [base, ...[...further].sort()] };
};

/** The binding of a supplier whose plug-in calls no further host. */
export const plainBinding: BindingOf = ({ plugin, baseUrl }) => bindingTo(plugin, baseUrl);

/** The binding as one text that no other binding has. */
export const bindingText = ({ plugin, origins }: SecretBinding): string => JSON.stringify([plugin, ...origins]);

/** Whether a secret that was entered for the one may be used for the other. */
export const isSameBinding = (one: SecretBinding, other: SecretBinding): boolean =>
  bindingText(one) === bindingText(other);

/** Whether a credential has a secret for its supplier. */
export type SecretState =
  /** It may be sent to these origins and to no others. */
  | { readonly kind: 'attached'; readonly origins: readonly string[] }
  /**
   * Its supplier is another than it was entered for; `since` is unknown when that was not changed
   * through the service.
   */
  | { readonly kind: 'detached'; readonly since: Date | undefined };
