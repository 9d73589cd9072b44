// Vendors by the `manufacturer` field of records.
import type { VendorId } from '@lookout/video';

/** Keys are lower case. */
const vendorNames: Readonly<Record<string, VendorId>> = {
  onvif: 'onvif',
  hikvision: 'hikvision',
  hik: 'hikvision',
  海康: 'hikvision',
  chinatower: 'chinaTower',
  铁塔: 'chinaTower',
  aqishi: 'aqishi',
  guide: 'guide',
  高德: 'guide',
  mediakit: 'mediaKit',
  zlmediakit: 'mediaKit',
};

export const vendorOf = (manufacturer: string | null): VendorId | null => vendorNames[(manufacturer ?? '').trim().toLowerCase()] ?? null;
