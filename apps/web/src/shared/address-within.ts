import { useOwnGridName } from './GridPicker.tsx';
import { addressWithin } from './text/address-text.ts';

/** `addressWithin` of the logged-in user's grid; whole until its name is known. The whole address belongs into the title. */
export function useAddressWithin(): (address: string) => string {
  const name = useOwnGridName();
  return (address) => addressWithin(address, name);
}
