// 底图: switches between our own relief and the external base maps, at the lower right next to 二维 and 三维. Without external base maps there is
// nothing to choose, so it is hidden.

import { useLanguage } from '@lookout/web/shared/language.ts';
import { useServices } from '@lookout/web/shared/services.ts';
import { Popover, Radio } from 'antd';
import { useState, useSyncExternalStore } from 'react';
import { baseMapsOf, chooseBase, chosenBase } from './base-maps-part.ts';
import { useBaseMapMessages } from './messages.ts';

const OWN = 'own';

export function BaseMapSwitch() {
  const services = useServices();
  const { layers } = services;
  const messages = useBaseMapMessages();
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const store = baseMapsOf(services);
  const { list, troubles } = useSyncExternalStore(store.subscribe, store.getState);
  useSyncExternalStore(layers.subscribe, layers.list);
  const bases = list.filter(({ kind }) => kind === 'base');
  if (bases.length === 0) return null;
  const chosen = chosenBase(list, layers);
  const nameOf = (id: string | null) => bases.find((one) => one.id === id)?.title[language] ?? messages.own;

  const choices = (
    <Radio.Group
      aria-label={messages.title}
      className="base-map-choices stack"
      value={chosen ?? OWN}
      onChange={({ target }) => chooseBase(services, target.value === OWN ? null : String(target.value))}
    >
      <Radio value={OWN}>{messages.own}</Radio>
      {bases.map(({ id, title }) => {
        const trouble = troubles.get(id);
        return (
          <Radio key={id} value={id}>
            {title[language]}
            {trouble && <span className="second"> {messages.troubles[trouble]}</span>}
          </Radio>
        );
      })}
      <p className="hint">{messages.hint}</p>
    </Radio.Group>
  );
  return (
    <Popover
      trigger="click"
      placement="topRight"
      open={open}
      onOpenChange={setOpen}
      title={messages.title}
      content={choices}
      destroyOnHidden
    >
      <button type="button" className="base-map-button" aria-expanded={open} title={messages.title}>
        {messages.button(nameOf(chosen))}
      </button>
    </Popover>
  );
}
