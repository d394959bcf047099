/**
 * The part of a title that names the product. Titles taken from web pages go on with the name of
 * the shop and of its departments ("\"Acme KX-9 camera\"@en | Shop Cameras"), which says nothing of
 * the product and differs from shop to shop.
 */

const quotedStart = /^\s*(?:"null"[\s,]*)*"/i;

/**
 * A quotation mark that ends a quoted text; one behind a figure stands for inches unless a language
 * tag follows it.
 */
const quotedEnd = /"@|(?<![\d\s])\s*"(?=[\s,]|$)/g;

const shopStart = /\s[|]\s/;

/** The quoted beginning of a title, or all before a bar; the whole title where there is neither. */
export const coreTitleOf = (title: string): string => {
  const start = quotedStart.exec(title);
  if (start !== null) {
    const inner = title.slice(start[0].length);
    const [core = ''] = inner.split(quotedEnd, 1);
    if (core.trim() !== '') return core;
  }
  const [core = ''] = title.split(shopStart, 1);
  return core.trim() === '' ? title : core;
};
