// The chosen places as files for GIS, and as a page of a report.
import { MadeFileMenu } from '@lookout/web/shared/MadeFileMenu.tsx';
import { saveFile } from '@lookout/web/shared/save-file.ts';
import { fileOf, useSiteFetch } from '@lookout/web/shared/site-fetch.ts';
import { App, Button } from 'antd';
import { useState } from 'react';
import { type SiteFormat, siteFilePath } from '../site.calls.ts';
import { useSiteMessages } from './messages.ts';
import type { Search } from './searches.ts';

const MAP_FORMATS = [
  ['geojson', 'GeoJSON'],
  ['kml', 'KML'],
] as const;

export function ExportButtons({ search: { id, question } }: { readonly search: Search }) {
  const { title, files } = useSiteMessages();
  const siteFetch = useSiteFetch();
  const { message } = App.useApp();
  const [isBusy, setIsBusy] = useState(false);
  const name = `${title}-${question.gridName}`;
  const addressOf = (format: SiteFormat): string => `${siteFilePath}?${new URLSearchParams({ id, format })}`;
  const save = async (format: SiteFormat) => {
    setIsBusy(true);
    try {
      saveFile(await fileOf(await siteFetch(addressOf(format))), `${name}.${format}`);
    } catch {
      void message.error(files.failed);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      {MAP_FORMATS.map(([format, label]) => (
        <Button key={format} size="small" disabled={isBusy} onClick={() => void save(format)}>
          {label}
        </Button>
      ))}
      <MadeFileMenu name={name} messages={files} addressOf={addressOf} />
    </>
  );
}
