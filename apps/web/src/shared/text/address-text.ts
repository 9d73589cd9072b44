// Addresses in narrow columns: all of a user's addresses begin with the names of the user's own grid, which would fill the column and push
// out the part that distinguishes them.

/**
 * The address without the full name of the own grid in front: in 阿坝州, 四川省阿坝藏族羌族自治州九寨沟县，九寨沟县城南约1.0公里 becomes 九寨沟县，九寨沟县城南约1.0公里. Any other
 * address, and one that consists only of the grid's name, is unchanged.
 */
export function addressWithin(address: string, ownGridName: string): string {
  if (ownGridName === '' || !address.startsWith(ownGridName)) return address;
  const rest = address.slice(ownGridName.length).replace(/^，/, '');
  return rest === '' ? address : rest;
}
