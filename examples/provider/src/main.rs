//! A prompt sent to a provider with a client crate, the tools it may call, and its answer as a struct.
//!
//! agentc sends nothing itself: it gives the texts, the schemas and the checks, and any client does the rest.
//! The provider here is a small server on loopback that answers as an OpenAI-compatible one does.

mod server;

use std::error::Error;

use agentc::{Prompt, ToolError};
use async_openai::Client;
use async_openai::config::OpenAIConfig;
use async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCalls, ChatCompletionRequestAssistantMessage,
    ChatCompletionRequestMessage, ChatCompletionRequestSystemMessage, ChatCompletionRequestToolMessage,
    ChatCompletionRequestUserMessage, ChatCompletionTool, ChatCompletionTools, CreateChatCompletionRequest,
    FunctionObject, ResponseFormat, ResponseFormatJsonSchema,
};
use planner::{Inputs, Outputs, TideArgs, TideArgsDay, Tools, call_tool};

agentc::import!("agents/planner.agent");

struct Almanac;

impl Tools for Almanac {
    async fn tide(&self, args: TideArgs) -> Result<String, ToolError> {
        let time = match args.day {
            TideArgsDay::Today => "10:40",
            TideArgsDay::Tomorrow => "11:30",
        };
        Ok(format!("low water at {}: {time}", args.place))
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let config = OpenAIConfig::new().with_api_base(server::start()?).with_api_key("none");
    // The server is on this machine, whatever proxy the environment names.
    let http = reqwest::Client::builder().no_proxy().build()?;
    let client = Client::build(http, config);

    let inputs = Inputs { place: "Sand Bay".to_owned(), hours: 2.5 };
    let outputs = run(&client, &inputs, &Almanac).await?;
    println!("--- the plan\nstart at {}", outputs.start);
    for stop in &outputs.stops {
        println!("- {}, {} minutes", stop.name, stop.minutes);
    }
    Ok(())
}

/// Asks the model until it answers without calling a tool.
async fn run(
    client: &Client<OpenAIConfig>,
    inputs: &Inputs,
    tools: &impl Tools,
) -> Result<Outputs, Box<dyn Error>> {
    let settings = Inputs::SPEC.settings;
    let mut request = CreateChatCompletionRequest {
        model: Inputs::SPEC.model.to_owned(),
        messages: vec![
            ChatCompletionRequestSystemMessage::from(inputs.system()).into(),
            ChatCompletionRequestUserMessage::from(inputs.render()).into(),
        ],
        tools: Some(offered()?),
        response_format: answer_format()?,
        // The client has a float of half the size.
        temperature: settings.temperature.map(|temperature| temperature as f32),
        ..Default::default()
    };
    for _ in 0..settings.max_turns.unwrap_or(8) {
        let response = client.chat().create(request.clone()).await?;
        let answer = response.choices.into_iter().next().ok_or("the provider gave no answer")?.message;
        let calls = answer.tool_calls.unwrap_or_default();
        if calls.is_empty() {
            return Ok(Outputs::from_json(&answer.content.unwrap_or_default())?);
        }
        // The provider wants to see its own calls again, and a result for each.
        request.messages.push(
            ChatCompletionRequestAssistantMessage { tool_calls: Some(calls.clone()), ..Default::default() }
                .into(),
        );
        for call in calls {
            if let ChatCompletionMessageToolCalls::Function(call) = call {
                request.messages.push(result_of(call, tools).await);
            }
        }
    }
    Err("the model did not come to an end".into())
}

/// What a tool answers. An error is an answer too: the model reads it and may call again.
async fn result_of(call: ChatCompletionMessageToolCall, tools: &impl Tools) -> ChatCompletionRequestMessage {
    let result = call_tool(tools, &call.function.name, &call.function.arguments).await;
    let content = result.unwrap_or_else(|error| error.to_string());
    println!("--- {} {}\n{content}", call.function.name, call.function.arguments);
    ChatCompletionRequestToolMessage { content: content.into(), tool_call_id: call.id }.into()
}

/// The tools of the file in the form of the client.
fn offered() -> serde_json::Result<Vec<ChatCompletionTools>> {
    let tool = |tool: &agentc::ToolSpec| {
        let function = FunctionObject {
            name: tool.name.to_owned(),
            description: Some(tool.description.to_owned()),
            parameters: tool.input_schema.map(serde_json::from_str).transpose()?,
            strict: None,
        };
        Ok(ChatCompletionTools::Function(ChatCompletionTool { function }))
    };
    Inputs::SPEC.tools.iter().map(tool).collect()
}

/// The declared outputs in the form of the client.
fn answer_format() -> serde_json::Result<Option<ResponseFormat>> {
    let Some(schema) = Inputs::SPEC.outputs_schema else { return Ok(None) };
    let json_schema = ResponseFormatJsonSchema {
        name: Inputs::SPEC.name.to_owned(),
        description: None,
        schema: serde_json::from_str(schema)?,
        strict: Some(true),
    };
    Ok(Some(ResponseFormat::JsonSchema { json_schema }))
}
