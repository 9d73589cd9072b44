// One search: its progress, why it failed, or the chosen places with what each adds, the totals and the files.
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useClient } from '@lookout/web/shared/services.ts';
import { Alert, Button, Progress } from 'antd';
import { CoverageLegend } from '../../coverage/parts/CoverageLegend.tsx';
import { addedBySites, percentOf, type SiteResult } from '../site.ts';
import { ExportButtons } from './ExportButtons.tsx';
import { useSiteMessages } from './messages.ts';
import { isUnfinished, SEARCHES, type Search } from './searches.ts';
import { useSitePicture } from './use-site-picture.ts';

export function SearchResult({ search }: { readonly search: Search }) {
  const messages = useSiteMessages();
  const client = useClient();
  const { send, isBusy, failed } = useSend({ refetch: SEARCHES });
  const end = () => void send(() => client.site.endSiteSearch({ params: { id: search.id }, silent: true }));
  return (
    <div className="stack">
      {isUnfinished(search) && (
        <div role="status">
          <p>{messages.states[search.state]}</p>
          <Progress percent={search.percent} status="active" aria-label={messages.progress} />
        </div>
      )}
      {search.failure !== null && <Alert type="warning" showIcon title={messages.failures[search.failure]} />}
      {search.result !== null && <Chosen search={search} result={search.result} />}
      <div className="line">
        {search.result !== null && <ExportButtons search={search} />}
        <Button size="small" disabled={isBusy} onClick={end}>
          {isUnfinished(search) ? messages.cancel : messages.remove}
        </Button>
      </div>
      {failed !== null && (
        <p role="alert" className="field-fault">
          {failed}
        </p>
      )}
    </div>
  );
}

function Chosen({ search, result }: { readonly search: Search; readonly result: SiteResult }) {
  const messages = useSiteMessages();
  const fly = useFly();
  const { show, picture, state } = useSitePicture(search.question);
  const added = addedBySites(result);
  const weighted = (hectares: number, weight: number): string => {
    const percent = percentOf(weight, result.forestWeight);
    return messages.weighted(String(Math.round(hectares)), percent === null ? '—' : `${percent} %`);
  };
  return (
    <>
      <table className="sites-table" aria-label={messages.chosen}>
        <thead>
          <tr>
            <th scope="col">{messages.order}</th>
            <th scope="col">{messages.place}</th>
            <th scope="col">{messages.adds}</th>
            <th scope="col">{messages.road}</th>
          </tr>
        </thead>
        <tbody>
          {result.chosen.map(({ name, position, groundMetres, addedHectares, addedWeight, roadMetres }, index) => (
            <tr key={`${position.lng} ${position.lat}`}>
              <td className="tabular">{index + 1}</td>
              <td>
                <button
                  type="button"
                  className="link-button"
                  onClick={() => {
                    fly({ ...position, label: `${index + 1} ${name}` });
                    show(position);
                  }}
                >
                  {name}
                </button>
                <span className="second tabular"> {messages.above(groundMetres)}</span>
              </td>
              <td className="tabular">{weighted(addedHectares, addedWeight)}</td>
              <td className="tabular">{roadMetres === null ? '—' : messages.metres(roadMetres)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {state === 'none' && <p className="hint">{messages.pictureHint}</p>}
      {state === 'loading' && <p role="status">{messages.pictureLoading}</p>}
      {state === 'failed' && <p role="alert">{messages.pictureFailed}</p>}
      {picture !== null && <CoverageLegend pictures={[picture]} />}
      <dl className="facts">
        <div>
          <dt>{messages.forest}</dt>
          <dd className="tabular">{messages.hectares(String(Math.round(result.forestHectares)))}</dd>
        </div>
        <div>
          <dt>{messages.before}</dt>
          <dd className="tabular">{weighted(result.seenHectares, result.seenWeight)}</dd>
        </div>
        <div>
          <dt>{messages.added}</dt>
          <dd className="tabular">{weighted(added.hectares, added.weight)}</dd>
        </div>
        <div>
          <dt>{messages.after}</dt>
          <dd className="tabular">{weighted(result.seenHectares + added.hectares, result.seenWeight + added.weight)}</dd>
        </div>
      </dl>
      <p className="second">{messages.basis(result.candidates, result.masts, result.dangerDay)}</p>
      {result.chosen.length < search.question.count && <p role="status">{messages.fewer(result.chosen.length)}</p>}
      {result.outside > 0 && <p role="status">{messages.outside(result.outside)}</p>}
      {result.withoutElevation > 0 && <p role="status">{messages.withoutElevation(result.withoutElevation)}</p>}
    </>
  );
}
