// A row of the table of fuels, and the name of its class.
import type { Got, spreadCalls } from '@lookout/contract';
import { useFuelMessages } from './messages.ts';

export type Fuel = Got<(typeof spreadCalls)['fuelList']>[number];

/** `ESA WorldCover 10 树木` */
export function useClassName(): (row: Pick<Fuel, 'scheme' | 'value'>) => string {
  const { schemes, classNames } = useFuelMessages();
  return ({ scheme, value }) => [schemes[scheme], value, scheme === 'table' ? '' : (classNames[scheme][value] ?? '')].join(' ').trimEnd();
}
