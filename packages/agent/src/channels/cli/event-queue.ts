/** Hands items from callbacks to one `for await` loop, in order. */
export interface EventQueue<Item> {
  /** Waits for what is pushed; finishes, after the last item, when the queue has ended. */
  readonly items: AsyncIterable<Item>;
  push(item: Item): void;
  end(): void;
}

export function createEventQueue<Item>(): EventQueue<Item> {
  const state = { ready: new Array<Item>(), isEnded: false, news: Promise.withResolvers<void>() };

  return {
    items: {
      async *[Symbol.asyncIterator]() {
        while (state.ready.length > 0 || !state.isEnded) {
          await state.news.promise;
          state.news = Promise.withResolvers();
          if (state.isEnded) state.news.resolve();
          yield* state.ready.splice(0);
        }
      },
    },
    push(item) {
      state.ready.push(item);
      state.news.resolve();
    },
    end() {
      state.isEnded = true;
      state.news.resolve();
    },
  };
}
