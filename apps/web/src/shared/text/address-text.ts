// Addresses in narrow columns: what all of a user's addresses begin with, the names of the own grid, would fill them and cut what tells them apart.

/**
 * The address without the full name of the own grid in front: 四川省阿坝藏族羌族自治州九寨沟县，九寨沟县城南约1.0公里 is, in 阿坝州,
 * 九寨沟县，九寨沟县城南约1.0公里. Another address, or one that says no more than the grid, stays whole.
 */
export function addressWithin(address: string, ownGridName: string): string {
  if (ownGridName === '' || !address.startsWith(ownGridName)) return address;
  const rest = address.slice(ownGridName.length).replace(/^，/, '');
  return rest === '' ? address : rest;
}
