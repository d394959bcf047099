/**
 * Outlines that several standards and makers name; the first name of each stands for all. Written
 * with and without hyphens.
 */
const sameOutlines: readonly (readonly string[])[] = [
  ['SOT-23', 'SOT-23-3', 'TO-236', 'TO-236-3', 'TO-236AB', 'SC-59', 'SST3', 'CST3'],
  ['SOT-23-5', 'SOT-25', 'TSOT-23-5', 'SC-74A', 'SOT-753'],
  ['SOT-23-6', 'SOT-26', 'TSOT-23-6', 'SC-74', 'SOT-457'],
  ['SOT-323', 'SC-70', 'SC-70-3'],
  ['SOT-353', 'SC-70-5', 'SC-88A'],
  ['SOT-363', 'SC-70-6', 'SC-88'],
  ['SOT-416', 'SC-75', 'SC-75A'],
  ['SOT-223', 'SOT-223-3', 'SOT-223-4', 'TO-261', 'TO-261AA', 'TO-261-4'],
  ['SOT-89', 'SOT-89-3', 'TO-243', 'TO-243AA'],
  ['SOD-323', 'SC-76', 'SC-76A', 'SOD-323F'],
  ['SOD-523', 'SC-79'],
  ['SOD-123', 'SOD-123F', 'SOD-123FL', 'SOD-123W'],
  ['SOD-80', 'MINIMELF', 'DO-213AA', 'LL-34', 'DO-213AC'],
  ['MELF', 'DO-213AB', 'LL-41'],
  ['SMA', 'DO-214AC'],
  ['SMB', 'DO-214AA'],
  ['SMC', 'DO-214AB'],
  ['DPAK', 'TO-252', 'TO-252-2', 'TO-252-3', 'TO-252AA'],
  ['D2PAK', 'TO-263', 'TO-263-2', 'TO-263-3', 'TO-263AB'],
  ['TO-92', 'TO-92-3', 'TO-226', 'TO-226-3'],
  ['TO-220', 'TO-220-3', 'TO-220AB'],
  ['DO-35', 'DO-204AH'],
  ['DO-41', 'DO-204AL'],
  ['DO-201', 'DO-201AD', 'DO-201AE', 'DO-27'],
];

const squeezed = (name: string): string => name.toUpperCase().replace(/[\s-]/gu, '');

const firstName: ReadonlyMap<string, string> = new Map(
  sameOutlines.flatMap(([first = '', ...others]) => [first, ...others].map((name) => [squeezed(name), first] as const)),
);

/** The canonical name of an outline; undefined for one without other names. */
export const outlineName = (name: string): string | undefined => firstName.get(squeezed(name));
