import { pages, sharedPages } from './routes.ts';

const forms = [...pages, ...sharedPages].map(([path]) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));

/**
 * The page of the console from which a form was sent, by the `Referer` and the `Host` of its
 * request; the start where that is none, such as an answer to a form that was sent before.
 */
export const pageBefore = (referer: string | undefined, host: string | undefined): string => {
  const from = URL.parse(referer ?? '');
  const isPage = from !== null && from.host === host && forms.some((form) => form.test(from.pathname));
  return isPage ? from.pathname + from.search : '/console';
};
