import { expect, it } from 'vitest';
import { fuelPreview } from './fuel-preview.ts';

it('tall grass burns much faster than litter under trees, and with longer flames', () => {
  const [grass, litter] = [fuelPreview('GR4', null), fuelPreview('TL3', null)];
  expect(grass?.rateMetresPerMinute).toBeGreaterThan(10 * (litter?.rateMetresPerMinute ?? Number.POSITIVE_INFINITY));
  expect(grass?.flameMetres).toBeGreaterThan(litter?.flameMetres ?? Number.POSITIVE_INFINITY);
});

it('a canopy shelters the fire from the wind', () => {
  const sheltered = fuelPreview('TU5', { coverPercent: 80, heightMetres: 20, crownRatio: 0.5 });
  expect(sheltered?.rateMetresPerMinute).toBeLessThan(fuelPreview('TU5', null)?.rateMetresPerMinute ?? 0);
});

it('water, and a code that is in no model, do not burn', () => {
  expect([fuelPreview('NB8', null), fuelPreview('XX9', null), fuelPreview('', null)]).toEqual([null, null, null]);
});
