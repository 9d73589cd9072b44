// A row of the table of fuels, and the name of its class.
import type { Got } from '@lookout/contract';
import type { spreadCalls } from '../../../spread/spread.calls.ts';
import { useFuelMessages } from './messages.ts';

export type Fuel = Got<(typeof spreadCalls)['fuelList']>[number];

/** `ESA WorldCover 10 树木`; for the file's own table, the name that the table gives. */
export function useClassName(): (row: Pick<Fuel, 'scheme' | 'value' | 'name'>) => string {
  const { schemes, classNames } = useFuelMessages();
  return ({ scheme, value, name }) =>
    [schemes[scheme], value, scheme === 'table' ? (name ?? '') : (classNames[scheme][value] ?? '')].join(' ').trimEnd();
}
