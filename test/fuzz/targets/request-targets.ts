import { getPath } from 'hono/utils/url';
import { isSheddable, requestTarget } from '../../../gateway/http/request-target.ts';
import { mutatedBytes } from '../mutations.ts';
import { expectThat, type FuzzTarget, textOf } from '../target.ts';

/**
 * Targets of requests: what one is taken as has no other form, and the router decides as what is
 * before it.
 */
export const requestTargets: FuzzTarget = {
  inputs: mutatedBytes(
    [
      '/v1/products/prd_1?limit=5',
      '/v1/admin/customers',
      '/%76%31/%61dmin/x%2Fy',
      'http://host:8080/v1/pricing',
      '/docs/../v1/x',
    ],
    ['/', '//', '/./', '/../', '%2e', '%2F', '%5C', '\\', '#', '?', '%', '%25', 'http://', '@', '\t', '\u0000', 'ä'],
  ),
  run: (input) => {
    const found = requestTarget(textOf(input), 1);
    if (found.kind === 'refused') return;
    const { target, path } = found;
    expectThat(path.startsWith('/') && target.startsWith(path), 'a path begins with a slash and its target with it');
    const again = requestTarget(target, 1);
    expectThat(again.kind === 'target' && again.target === target, 'a target has one form');
    const request = new Request(new URL(`http://host${target}`));
    const routed = getPath(request);
    expectThat(isSheddable(routed) === isSheddable(path), 'the router sees what was decided on');
    expectThat(routed.split('/').length === path.split('/').length, 'no name becomes two');
  },
};
