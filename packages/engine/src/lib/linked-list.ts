// Doubly linked list whose nodes can be moved in constant time and without allocation.

export class LinkedListNode<Value> {
  previous: LinkedListNode<Value> | undefined = undefined;
  next: LinkedListNode<Value> | undefined = undefined;

  constructor(readonly value: Value) {}
}

/** A node may be in one list at a time. */
export class LinkedList<Value> {
  #first: LinkedListNode<Value> | undefined;
  #last: LinkedListNode<Value> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): LinkedListNode<Value> | undefined {
    return this.#first;
  }

  append(node: LinkedListNode<Value>): void {
    node.previous = this.#last;
    if (this.#last) this.#last.next = node;
    else this.#first = node;
    this.#last = node;
    this.#size += 1;
  }

  /** @param node Must be in this list. */
  remove(node: LinkedListNode<Value>): void {
    if (node.previous) node.previous.next = node.next;
    else this.#first = node.next;
    if (node.next) node.next.previous = node.previous;
    else this.#last = node.previous;
    node.previous = undefined;
    node.next = undefined;
    this.#size -= 1;
  }

  /** @param node Must be in this list. */
  moveToEnd(node: LinkedListNode<Value>): void {
    if (node === this.#last) return;
    this.remove(node);
    this.append(node);
  }
}
