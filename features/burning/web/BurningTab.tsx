// 用火报备 next to the map: today's and coming burnings, and the application form.
import { PlusOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { LayerSwitches } from '@lookout/web/globe/layers/LayerTree.tsx';
import { PointField } from '@lookout/web/globe/PointField.tsx';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { Nothing, PagedRows, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Burning } from '../burning.ts';
import { BurningForm } from '../parts/BurningForm.tsx';
import { useComingBurnings, windowText } from '../parts/burnings.ts';
import { useBurningMessages } from '../parts/messages.ts';
import { BurningStateTag, ReviewBurning } from '../parts/ReviewBurning.tsx';
import { useBurningPageMessages } from './messages.ts';

type Shown = 'open' | 'pending';

export function BurningTab() {
  const { tab: messages } = useBurningPageMessages();
  const burningMessages = useBurningMessages();
  const [adding, setAdding] = useState(false);
  const [what, setWhat] = useState<Shown>('open');
  const list = useComingBurnings();
  const coming = list.data ?? [];

  if (adding)
    return (
      <div className="tab-scroll">
        <BurningForm
          position={<PointField label={burningMessages.fields.position} />}
          onDone={() => setAdding(false)}
          onCancel={() => setAdding(false)}
        />
      </div>
    );
  const waiting = coming.filter(({ state }) => state === 'pending');
  const shown = what === 'pending' ? waiting : coming;
  return (
    <>
      <div className="tab-filters stack">
        <div className="tab-line line">
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {burningMessages.add}
          </Button>
          <Link to="/manage/FireReport">{messages.page}</Link>
        </div>
        <Segmented
          block
          size="small"
          value={what}
          onChange={setWhat}
          options={[
            { value: 'open', label: messages.coming(coming.length) },
            { value: 'pending', label: messages.waiting(waiting.length) },
          ]}
        />
        <LayerSwitches isWanted={({ id }) => id === 'burnings'} />
      </div>
      <QueryResult query={list} isEmpty={() => coming.length === 0} empty={messages.empty}>
        {() =>
          shown.length === 0 ? (
            <Nothing {...messages.noneWaiting} />
          ) : (
            <PagedRows items={shown} keyOf={({ id }) => id} label={messages.list}>
              {(burning) => <BurningRow burning={burning} />}
            </PagedRows>
          )
        }
      </QueryResult>
    </>
  );
}

function BurningRow({ burning }: { readonly burning: Named<Burning> }) {
  const burningMessages = useBurningMessages();
  const fly = useFly();
  const { purpose, applicant, phone, address, gridName, position, areaHectares, peopleCount } = burning;
  return (
    <>
      <button
        type="button"
        className="list-row"
        onClick={() => fly({ ...position, label: `${burningMessages.purposes[purpose]} ${applicant}` })}
      >
        <span className="row-name cut">
          {burningMessages.purposes[purpose]} · {applicant}
        </span>
        <BurningStateTag burning={burning} />
        <span className="row-second tabular hint" title={burningMessages.window(formatTime(burning.startsAt), formatTime(burning.endsAt))}>
          {windowText(burning)}
        </span>
        <span className="row-second hint">
          {gridName} {address}
        </span>
      </button>
      <p className="tab-row-more tabular hint">
        <a href={`tel:${phone}`}>{phone}</a> · {burningMessages.people(peopleCount)}
        {areaHectares !== null && ` · ${burningMessages.hectares(String(areaHectares))}`}
      </p>
      <div className="tab-row-more hint">
        <ReviewBurning burning={burning} />
      </div>
    </>
  );
}
