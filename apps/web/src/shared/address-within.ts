import { useOwnGridName } from './GridPicker.tsx';
import { addressWithin } from './text/address-text.ts';

/**
 * `addressWithin` for the logged-in user's grid; the whole address until the grid's name is loaded. Show the whole address in the `title`.
 */
export function useAddressWithin(): (address: string) => string {
  const name = useOwnGridName();
  return (address) => addressWithin(address, name);
}
