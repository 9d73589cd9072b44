// Sending a person's report: photos first, then the report under one key, so that a try repeated after a lost answer makes no second alarm.
import type { Client } from '@lookout/client';
import { type Photo, uploadPhotos } from '../../shared/photos/photos.ts';

export interface Report {
  readonly lng: number;
  readonly lat: number;
  readonly altitudeMetres: number | null;
  readonly description: string;
  readonly phone: string;
}

/**
 * @param onUploaded told of each photo that arrived, so that the next try leaves it out
 * @throws CallFailed when a photo or the report did not pass
 */
export async function sendReport(
  client: Client,
  report: Report,
  photos: readonly Photo[],
  key: string,
  onUploaded: (photoKey: string, uploadId: string) => void,
): Promise<string> {
  const pictures = await uploadPhotos(client, photos, { onUploaded });
  const { id } = await client.fire.createReport({
    body: {
      longitude: report.lng,
      latitude: report.lat,
      altitude: report.altitudeMetres,
      description: report.description,
      reporterPhone: report.phone === '' ? null : report.phone,
      pictures,
    },
    headers: { 'idempotency-key': key },
  });
  return id;
}
