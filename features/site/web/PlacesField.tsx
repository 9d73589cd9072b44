// Candidate places: drawn on the map by clicks, or read from a file, whose bad lines say why.
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import type { PlacesFile } from '../site.schema.ts';
import { type CandidatePlace, MOST_PLACES } from '../site.ts';
import { useSiteMessages } from './messages.ts';
import { usePlaceDrawing } from './use-sites-on-globe.ts';

/** More bad lines are counted, not listed. */
const MOST_LISTED = 20;

interface Props {
  readonly places: readonly CandidatePlace[];
  readonly onChange: (places: readonly CandidatePlace[]) => void;
}

export function PlacesField({ places, onChange }: Props) {
  const messages = useSiteMessages();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [rejected, setRejected] = useState<PlacesFile['rejected']>([]);
  const { isBusy, failed, send } = useSend({ failure: (error) => error.fields[0]?.message ?? error.message });
  const drawing = usePlaceDrawing((position) => {
    if (places.length < MOST_PLACES) onChange([...places, { name: messages.drawnName(places.length + 1), position }]);
  });
  const read = async (file: File) => {
    setRejected([]);
    await send(async () => {
      const form = new FormData();
      form.append('file', file, file.name);
      const found = await client.site.readSitePlaces({ form, silent: true });
      setRejected(found.rejected);
      onChange([...places, ...found.places].slice(0, MOST_PLACES));
    });
  };
  return (
    <div className="stack">
      <div className="line">
        {drawing.isDrawing ? (
          <Button onClick={drawing.stop}>{messages.stopDrawing}</Button>
        ) : (
          <Button disabled={!drawing.isReady} onClick={drawing.begin}>
            {messages.draw}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? messages.reading : messages.file}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,.txt,.geojson,.json,.kml,.kmz,.gpx,.zip"
          aria-label={messages.file}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            target.value = '';
          }}
        />
        {places.length > 0 && <Button onClick={() => onChange([])}>{messages.clear}</Button>}
      </div>
      <p className="second" role="status">
        {drawing.isDrawing ? messages.drawing : messages.fileHint} {messages.placesSoFar(places.length)}
      </p>
      {failed !== null && (
        <p role="alert" className="field-fault">
          {failed}
        </p>
      )}
      {rejected.slice(0, MOST_LISTED).map(({ line, reason }) => (
        <p key={`${line} ${reason}`} className="field-fault">
          {messages.rejected(line, reason)}
        </p>
      ))}
      {rejected.length > MOST_LISTED && <p className="field-fault">{messages.moreRejected(rejected.length - MOST_LISTED)}</p>}
    </div>
  );
}
