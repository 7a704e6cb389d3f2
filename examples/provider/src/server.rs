//! Stands for a provider: asks for the tide, and answers with a plan when it was told.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::{Value, json};

/// Starts it on a free port, for as long as the program runs. Its address, as a client takes it.
pub fn start() -> io::Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let base = format!("http://{}/v1", listener.local_addr()?);
    thread::spawn(move || {
        for stream in listener.incoming() {
            if let Err(error) = stream.and_then(serve) {
                eprintln!("the server: {error}");
            }
        }
    });
    Ok(base)
}

/// One request, one answer, and the connection is closed.
fn serve(stream: TcpStream) -> io::Result<()> {
    let mut reader = BufReader::new(&stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let is_known = line.starts_with("POST /v1/chat/completions ");
    let mut length = 0;
    loop {
        line.clear();
        reader.read_line(&mut line)?;
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
            Some(_) => {}
            None => break,
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let (status, answer) = match serde_json::from_slice(&body) {
        Ok(request) if is_known => ("200 OK", answer(&request)),
        _ => ("400 Bad Request", json!({ "error": { "message": "that is no chat completion" } })),
    };
    let answer = answer.to_string();
    write!(
        &stream,
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}",
        answer.len(),
    )
}

fn answer(request: &Value) -> Value {
    let messages = request["messages"].as_array().map_or(&[][..], Vec::as_slice);
    println!("--- the provider is sent {} messages", messages.len());
    for message in messages {
        let content = message["content"].as_str().unwrap_or("(a call of a tool)");
        println!("{}: {content}", message["role"].as_str().unwrap_or("nobody"));
    }
    let is_told = messages.iter().any(|message| message["role"] == "tool");
    if is_told {
        let plan = json!({
            "start": "09:40",
            "stops": [{ "name": "The old pier", "minutes": 70 }, { "name": "The lighthouse", "minutes": 80 }],
        });
        return completion(request, "stop", json!({ "role": "assistant", "content": plan.to_string() }));
    }
    println!("with the tools: {}", request["tools"]);
    let function = json!({ "name": "tide", "arguments": r#"{"place":"Sand Bay","day":"today"}"# });
    let call = json!({ "id": "call_1", "type": "function", "function": function });
    completion(request, "tool_calls", json!({ "role": "assistant", "content": null, "tool_calls": [call] }))
}

fn completion(request: &Value, finish_reason: &str, message: Value) -> Value {
    json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": request["model"],
        "choices": [{ "index": 0, "message": message, "finish_reason": finish_reason }],
    })
}
